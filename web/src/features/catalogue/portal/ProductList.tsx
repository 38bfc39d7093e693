import type { PortalProduct } from '@kontor/contract/catalogue/portal'
import { IconPackageOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { AddButton } from '../../../components/ordering/AddButton.tsx'
import { PartnerStock, ProductImage } from '../../../components/ordering/Product.tsx'
import product from '../../../components/ordering/product.module.css'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { More } from '../../../components/portal/More.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import classes from './Catalogue.module.css'
import { offered } from './offered.ts'
import type { Found, Place } from './useProducts.ts'

interface ProductListProps {
  place: Place
  found: Found
}

/** The products of a category or search, with infinite scrolling. */
export function ProductList({ place, found: { query, rows, hasMore } }: ProductListProps) {
  const t = useTranslations()
  return (
    <section className={cards.stack} aria-label={t('portal.catalogue.list')}>
      <QueryState query={query} skeleton={<LoadingSkeleton count={6} height={84} />}>
        {() =>
          rows.length > 0 ? (
            <ul className={`${cards.card} ${cards.rows}`}>
              {rows.map((row) => (
                <ProductRow key={row.id} row={row} />
              ))}
            </ul>
          ) : (
            <NoProducts place={place} />
          )
        }
      </QueryState>
      {hasMore && <More query={query} />}
    </section>
  )
}

function NoProducts({ place: { in: category, search } }: { place: Place }) {
  const t = useTranslations()
  if (!search) {
    return (
      <Notice
        icon={IconPackageOff}
        title={t('portal.catalogue.empty')}
        text={t('portal.catalogue.empty_text')}
      />
    )
  }
  return (
    <div className={`${cards.card} ${cards.padded}`}>
      <p>{t('portal.catalogue.none_found', { text: search })}</p>
      {category && (
        <Link to="/catalogue" search={{ q: search }} className={classes.link}>
          {t('portal.catalogue.search_all')}
        </Link>
      )}
    </div>
  )
}

function ProductRow({ row }: { row: PortalProduct }) {
  const { euro } = useFormat()
  const { id, name, erp_code, description, image, price } = row
  return (
    <li className={cards.row}>
      <ProductImage image={image} />
      <div className={cards.grow}>
        <Link to="/catalogue/products/$id" params={{ id: String(id) }} className={product.name}>
          {name}
        </Link>
        <p className={`${product.facts} ${classes.described}`}>
          <span>
            {description && `${description} · `}
            <span className={classes.code}>{erp_code}</span>
          </span>
        </p>
        <p className={product.facts}>
          <span className={product.price}>{euro(price)}</span>
          <PartnerStock of={row} />
        </p>
      </div>
      <AddButton product={offered(row)} />
    </li>
  )
}
