import { portalCatalogue } from '@kontor/contract/catalogue/portal'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { AddButton } from '../../../components/ordering/AddButton.tsx'
import { BasketBar } from '../../../components/ordering/BasketBar.tsx'
import { PartnerStock, ProductImage } from '../../../components/ordering/Product.tsx'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './Catalogue.module.css'
import { offered } from './offered.ts'

type Product = ResponseBody<typeof portalCatalogue.product>

/** The page of a product: details and ordering. */
export function ProductPage() {
  const t = useTranslations()
  const { id = '' } = useParams({ strict: false })
  const query = useCachedQuery(portalCatalogue.product, { params: { id } })
  useRefresh('catalogue', [portalCatalogue.product])
  return (
    <Page title={t('portal.catalogue.product')} back="/catalogue" returns>
      <QueryState query={query} skeleton={<LoadingSkeleton count={2} height={260} />}>
        {(product) => <About product={product} />}
      </QueryState>
      <BasketBar />
    </Page>
  )
}

function About({ product }: { product: Product }) {
  const t = useTranslations()
  const { euro } = useFormat()
  const { name, erp_code, description, image, price, categories } = product
  return (
    <article className={classes.product}>
      <ProductImage image={image} large />
      <div className={`${cards.card} ${cards.padded} ${classes.facts}`}>
        <h2 className={cards.title}>{name}</h2>
        <p className={cards.muted}>{erp_code}</p>
        {description && <p className={cards.description}>{description}</p>}
        <div className={classes.offer}>
          <div className={cards.grow}>
            <p className={cards.muted}>{t('portal.catalogue.per_piece')}</p>
            <p className={classes.price}>{euro(price)}</p>
            <PartnerStock of={product} />
          </div>
          <AddButton product={offered(product)} />
        </div>
      </div>
      {categories.length > 0 && <Places categories={categories} />}
    </article>
  )
}

/** The categories of the product, with links to each ancestor. */
function Places({ categories }: Pick<Product, 'categories'>) {
  const t = useTranslations()
  return (
    <nav className={cards.stack} aria-label={t('portal.catalogue.in_categories')}>
      <h3 className={cards.heading}>{t('portal.catalogue.in_categories')}</h3>
      <ul className={`${cards.card} ${cards.rows}`}>
        {categories.map((path) => (
          <li key={path.at(-1)?.id}>
            <Link to="/catalogue" search={{ in: String(path.at(-1)?.id) }} className={cards.row}>
              {path.map(({ name }) => name).join(' › ')}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
