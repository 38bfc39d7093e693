import type { RequestInput, ResponseBody, Route } from '@kontor/contract/lib/http/route'
import { hashKey, type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { type ApiError, apiRequest } from '../api/apiRequest.ts'
import { pagesKey } from '../api/useApiQuery.ts'
import { type Cached, cacheAnswer, lastCached } from './cache.ts'
import { useCachedFallback } from './useCachedQuery.ts'

interface Page<Row> {
  result: Row[]
  total_rows: number
}

type RowOf<R extends Route> = ResponseBody<R> extends Page<infer Row> ? Row : never
type PageOf<R extends Route> = ResponseBody<R> & Page<RowOf<R>>

/** An infinite list of rows; the cached ones while the server cannot be reached. `input` is without the offset. */
export function useCachedPages<R extends Route>(
  route: R,
  input: { params?: object; query?: object },
  idOf: (row: RowOf<R>) => string | number,
) {
  type P = PageOf<R>
  const read = (offset: string, signal: AbortSignal) => {
    const page: unknown = { ...input, query: { ...input.query, offset } }
    return apiRequest(route, page as RequestInput<R>, { signal }) as Promise<P> // of a route of pages
  }
  const queryKey = pagesKey(route, input)
  const what = hashKey(queryKey)
  const pagesQuery = useInfiniteQuery<P, ApiError, InfiniteData<P>, unknown[], number>({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      cacheAnswer(pageOf(what, pageParam), () => read(String(pageParam), signal)),
    initialPageParam: 0,
    getNextPageParam: nextOf,
    placeholderData: (before) => before,
  })
  const query = useCachedFallback(pagesQuery, what, cachedPages<P>)
  const pages = query.data?.pages ?? []
  const rows: RowOf<R>[] = pages.flatMap(({ result }) => result)
  const isSeen = query !== pagesQuery
  return {
    query,
    // Pages are offset-based, so a row may appear twice when one was added meanwhile.
    rows: [...new Map(rows.map((row) => [idOf(row), row])).values()],
    first: pages[0],
    hasMore: query.hasNextPage && !isSeen && query.error?.status !== 404,
  }
}

const nextOf = ({ result, total_rows }: Page<unknown>, _pages: unknown, offset: number) =>
  result.length > 0 && offset + result.length < total_rows ? offset + result.length : undefined

const pageOf = (what: string, offset: number) => `${what}${offset}`

/** The cached pages from the first on, with the time of the oldest. */
function cachedPages<P extends Page<unknown>>(what: string): Cached<InfiniteData<P>> | null {
  const pages: P[] = []
  const pageParams: number[] = []
  let at = Number.POSITIVE_INFINITY
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const cached: Cached<P> | null = lastCached(pageOf(what, offset))
    if (!cached) break
    pages.push(cached.data)
    pageParams.push(offset)
    at = Math.min(at, cached.at)
    offset = nextOf(cached.data, pages, offset)
  }
  return pages.length > 0 ? { at, data: { pages, pageParams } } : null
}
