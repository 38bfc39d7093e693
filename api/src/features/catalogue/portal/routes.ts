import { appCatalogue } from '@kontor/contract/catalogue/portal'
import type { PortalContext } from '../../../context.ts'
import '../scope.ts'
import { getProductFor, listCategoriesFor, listProductsFor } from './queries.ts'

export function appCatalogueRoutes({ registerRoute }: PortalContext) {
  registerRoute(appCatalogue.categories, ({ scoped, query }) => listCategoriesFor(scoped, query))
  registerRoute(appCatalogue.products, ({ scoped, query }) => listProductsFor(scoped, query))
  registerRoute(appCatalogue.product, ({ scoped, params }) => getProductFor(scoped, params.id))
}
