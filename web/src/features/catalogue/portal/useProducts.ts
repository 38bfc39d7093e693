import { appCatalogue } from '@kontor/contract/catalogue/portal'
import { call } from '../../../kit/net/call.ts'
import { useSeenPages } from '../../../kit/seen/useSeenPages.ts'
import type { useCatalogueAddress } from './useCatalogueAddress.ts'

export type Place = ReturnType<typeof useCatalogueAddress>['place']
export type Found = ReturnType<typeof useProducts>

/** The products of a place in the catalogue, page after page. */
export function useProducts({ in: category, search, sort }: Place) {
  const asked = { ...(category && { in: category }), ...(search && { search }), sort }
  return useSeenPages({
    route: appCatalogue.products,
    input: { query: asked },
    read: (offset, signal) => call(appCatalogue.products, { query: { ...asked, offset } }, { signal }),
    idOf: ({ id }) => id,
  })
}
