import { portalCatalogue } from '@kontor/contract/catalogue/portal'
import type { PortalContext } from '../../../context.ts'
import '../scope.ts'
import { getProductFor, listCategoriesFor, listProductsFor } from './queries.ts'

export function portalCatalogueRoutes({ registerRoute }: PortalContext) {
  registerRoute(portalCatalogue.categories, ({ scoped, query }) => listCategoriesFor(scoped, query))
  registerRoute(portalCatalogue.products, ({ scoped, query }) => listProductsFor(scoped, query))
  registerRoute(portalCatalogue.product, ({ scoped, params }) => getProductFor(scoped, params.id))
}
