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
  const asked: Record<string, unknown> = useSearch({ strict: false })
  const go = useSearchHere()
  const search = typeof asked.q === 'string' ? asked.q.slice(0, 200) : ''
  const place: Place = {
    in: typeof asked.in === 'string' && /^[1-9]\d{0,9}$/.test(asked.in) ? asked.in : undefined,
    search,
    sort: isSort(asked.sort) ? asked.sort : 'name',
    // At the root the categories are listed first, unless there is a search.
    isListing: asked.list === undefined ? asked.in === undefined && !search : asked.list === '1',
  }
  const listed = typeof asked.list === 'string' ? asked.list : undefined
  const change = (values: Partial<Place>, options?: { instead: boolean }) => {
    const next = { ...place, ...values }
    const list = values.isListing === undefined ? listed : values.isListing ? '1' : '0'
    const sort = next.sort === 'name' ? undefined : next.sort
    go({ in: next.in, q: next.search || undefined, sort, list }, options)
  }
  return { place, change }
}
