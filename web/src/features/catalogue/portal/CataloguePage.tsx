import { appCatalogue } from '@kontor/contract/catalogue/portal'
import { useTranslations } from 'use-intl'
import { BasketBar } from '../../../components/ordering/BasketBar.tsx'
import { Breadcrumbs } from '../../../components/portal/Breadcrumbs.tsx'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { Search } from '../../../components/portal/Search.tsx'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './Catalogue.module.css'
import { Categories } from './Categories.tsx'
import { Chips } from './Chips.tsx'
import { ProductList } from './ProductList.tsx'
import { useCatalogueAddress } from './useCatalogueAddress.ts'
import { useProducts } from './useProducts.ts'

/** The catalogue: browse by category or search, and order. */
export function CataloguePage() {
  const t = useTranslations()
  const { place, change } = useCatalogueAddress()
  const query = { ...(place.in && { in: place.in }) }
  const level = useCachedQuery(appCatalogue.categories, { query }, { keepPrevious: true })
  const products = useProducts(place)
  useRefresh('catalogue', [appCatalogue.categories, appCatalogue.products])
  const { path = [], result = [] } = level.data ?? {}
  return (
    <Page title={t('portal.catalogue.title')}>
      <div className={classes.head}>
        <Search
          search={place.search}
          label={t('portal.catalogue.search')}
          onSearch={(search) => change({ search }, { instead: true })}
        />
        <Breadcrumbs
          label={t('portal.catalogue.way')}
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
        <>
          {place.isListing && result.length > 0 && <Categories categories={result} />}
          <ProductList place={place} found={products} />
        </>
      )}
      <BasketBar />
    </Page>
  )
}
