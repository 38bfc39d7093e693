import { appCatalogue } from '@kontor/contract/catalogue/portal'
import type { Portal } from '../../../kit/serve/kontor.ts'
import '../scope.ts'
import { getProductFor, listCategoriesFor, listProductsFor } from './queries.ts'

export function appCatalogueRoutes({ serve }: Portal) {
  serve(appCatalogue.categories, ({ scoped, query }) => listCategoriesFor(scoped, query))
  serve(appCatalogue.products, ({ scoped, query }) => listProductsFor(scoped, query))
  serve(appCatalogue.product, ({ scoped, params }) => getProductFor(scoped, params.id))
}
