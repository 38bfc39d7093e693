import { portalCatalogue } from '@kontor/contract/catalogue/portal'
import { useCachedPages } from '../../../lib/offline/useCachedPages.ts'
import type { useCatalogueAddress } from './useCatalogueAddress.ts'

export type Place = ReturnType<typeof useCatalogueAddress>['place']
export type Found = ReturnType<typeof useProducts>

/** The products of a category or search, page by page. */
export function useProducts({ in: category, search, sort }: Place) {
  const query = { ...(category && { in: category }), ...(search && { search }), sort }
  return useCachedPages(portalCatalogue.products, { query }, ({ id }) => id)
}
