import { type ProductSort, productSorts } from '@kontor/contract/catalogue/portal'
import { useSearch } from '@tanstack/react-router'
import { useSearchHere } from '../../../lib/router/useSearchHere.ts'

interface Place {
  /** The current category; undefined for the whole catalogue. */
  in: string | undefined
  search: string
  sort: ProductSort
  /** Whether the categories are listed. */
  isListing: boolean
}

const isSort = (text: unknown): text is ProductSort => productSorts.some((sort) => sort === text)

/** The category, search and sort order of the catalogue, stored in the URL, so that back restores them. */
export function useCatalogueAddress() {
  const params: Record<string, unknown> = useSearch({ strict: false })
  const go = useSearchHere()
  const search = typeof params.q === 'string' ? params.q.slice(0, 200) : ''
  const place: Place = {
    in: typeof params.in === 'string' && /^[1-9]\d{0,9}$/.test(params.in) ? params.in : undefined,
    search,
    sort: isSort(params.sort) ? params.sort : 'name',
    // At the root the categories are listed first, unless there is a search.
    isListing: params.list === undefined ? params.in === undefined && !search : params.list === '1',
  }
  const listed = typeof params.list === 'string' ? params.list : undefined
  const change = (values: Partial<Place>, options?: { instead: boolean }) => {
    const next = { ...place, ...values }
    const list = values.isListing === undefined ? listed : values.isListing ? '1' : '0'
    const sort = next.sort === 'name' ? undefined : next.sort
    go({ in: next.in, q: next.search || undefined, sort, list }, options)
  }
  return { place, change }
}
