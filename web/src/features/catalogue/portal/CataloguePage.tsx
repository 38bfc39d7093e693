import { appCatalogue } from '@kontor/contract/catalogue/portal'
import { useRefresh } from '../../../kit/live/useEvents.ts'
import { BasketBar } from '../../../kit/order/BasketBar.tsx'
import { Page } from '../../../kit/portal/Page.tsx'
import { Search } from '../../../kit/portal/Search.tsx'
import { Way } from '../../../kit/portal/Way.tsx'
import { useSeenRoute } from '../../../kit/seen/useSeenRoute.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import classes from './Catalogue.module.css'
import { Categories } from './Categories.tsx'
import { Chips } from './Chips.tsx'
import { ProductList } from './ProductList.tsx'
import { texts } from './texts.ts'
import { useCatalogueAddress } from './useCatalogueAddress.ts'
import { useProducts } from './useProducts.ts'

/** The catalogue: looked through by category or searched, and ordered from. */
export function CataloguePage() {
  const t = useTexts(texts)
  const { place, change } = useCatalogueAddress()
  const query = { ...(place.in && { in: place.in }) }
  const level = useSeenRoute(appCatalogue.categories, { query }, { keep: true })
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
        <Way label={t('portal.catalogue.way')} top={t('portal.catalogue.whole')} to="/catalogue" path={path}>
          <span role="status" className={classes.count}>
            {products.first && t('portal.catalogue.products', { count: products.first.total_rows })}
          </span>
        </Way>
        <Chips place={place} hasCategories={result.length > 0} onChange={change} />
      </div>
      {place.isListing && result.length > 0 && <Categories categories={result} />}
      <ProductList place={place} found={products} />
      <BasketBar />
    </Page>
  )
}
