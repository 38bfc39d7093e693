import { type PortalCategory, portalCatalogue } from '@kontor/contract/catalogue/portal'
import {
  IconArrowsSort,
  IconChevronRight,
  IconFolder,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { BasketBar } from '../../../components/ordering/BasketBar.tsx'
import { Breadcrumbs } from '../../../components/portal/Breadcrumbs.tsx'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { Search } from '../../../components/portal/Search.tsx'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './Catalogue.module.css'
import { ProductList } from './ProductList.tsx'
import { useCatalogueAddress } from './useCatalogueAddress.ts'
import { type Place, useProducts } from './useProducts.ts'

/** The catalogue: browse by category or search, and order. */
export function CataloguePage() {
  const t = useTranslations()
  const { place, change } = useCatalogueAddress()
  const query = { ...(place.in && { in: place.in }) }
  const level = useCachedQuery(portalCatalogue.categories, { query }, { keepPrevious: true })
  const products = useProducts(place)
  useRefresh('catalogue', [portalCatalogue.categories, portalCatalogue.products])
  const { path = [], result = [] } = level.data ?? {}
  return (
    <Page title={t('portal.catalogue.title')} wide>
      <div className={classes.head}>
        <Search
          search={place.search}
          label={t('portal.catalogue.search')}
          onSearch={(search) => change({ search }, { instead: true })}
        />
        <Breadcrumbs
          label={t('portal.catalogue.path')}
          top={t('portal.catalogue.whole')}
          to="/catalogue"
          path={path}
        >
          <span role="status" className={classes.count}>
            {products.first && t('portal.catalogue.products', { count: products.first.total_rows })}
          </span>
        </Breadcrumbs>
        <Chips place={place} hasCategories={result.length > 0} onChange={change} />
      </div>
      {/* Together: categories that came later would push the products down. */}
      {place.isListing && level.isPending ? (
        <LoadingSkeleton count={6} height={84} />
      ) : (
        <div className={classes.columns}>
          {place.isListing && result.length > 0 && <Categories categories={result} />}
          <ProductList place={place} found={products} />
        </div>
      )}
      <BasketBar />
    </Page>
  )
}

interface CataloguePageProps {
  place: Place
  hasCategories: boolean
  onChange: ReturnType<typeof useCatalogueAddress>['change']
}

/** Sort order and category list toggles; the price sort cycles: ascending, descending, off. */
function Chips({ place: { sort, isListing }, hasCategories, onChange }: CataloguePageProps) {
  const t = useTranslations()
  const isByPrice = sort === 'price' || sort === '-price'
  const next = { price: '-price', '-price': 'name' } as const
  const Price = sort === 'price' ? IconSortAscending : sort === '-price' ? IconSortDescending : IconArrowsSort
  const price = sort === 'price' ? 'cheapest' : sort === '-price' ? 'dearest' : 'price'
  return (
    <fieldset className={classes.chips} aria-label={t('portal.catalogue.sorting')}>
      {hasCategories && (
        <button
          type="button"
          aria-expanded={isListing}
          onClick={() => onChange({ isListing: !isListing }, { instead: true })}
        >
          <IconFolder size={16} aria-hidden />
          {t('portal.catalogue.categories')}
        </button>
      )}
      <button
        type="button"
        aria-pressed={sort === 'stock'}
        onClick={() => onChange({ sort: sort === 'stock' ? 'name' : 'stock' }, { instead: true })}
      >
        {t('portal.catalogue.stock_first')}
      </button>
      <button
        type="button"
        aria-pressed={isByPrice}
        onClick={() => onChange({ sort: isByPrice ? next[sort] : 'price' }, { instead: true })}
      >
        <Price size={16} aria-hidden />
        {t(`portal.catalogue.${price}`)}
      </button>
    </fieldset>
  )
}

/** The categories of a level, with their number of products. */
function Categories({ categories }: { categories: PortalCategory[] }) {
  const t = useTranslations()
  return (
    <nav aria-label={t('portal.catalogue.categories')}>
      <ul className={`${cards.card} ${cards.rows}`}>
        {categories.map(({ id, name, description, products }) => (
          <li key={id}>
            <Link to="/catalogue" search={{ in: String(id) }} className={cards.row}>
              <IconFolder size={20} aria-hidden />
              <span className={cards.grow}>
                {name}
                {description && <span className={classes.subtitle}>{description}</span>}
              </span>
              <span className={cards.muted}>{t('portal.catalogue.products', { count: products })}</span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
