import { type AppCampaignProduct, appCampaigns } from '@kontor/contract/campaigns/portal'
import type { Reply } from '@kontor/contract/kit/api/route'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { type CallError, call } from '../../../kit/net/call.ts'
import { pagesKey } from '../../../kit/net/useRoute.ts'

type Page = Reply<typeof appCampaigns.products>

/** The products of a campaign that a search finds, page after page. */
export function useProducts(campaignId: number, search: string) {
  const input = { params: { id: String(campaignId) }, query: { ...(search && { search }) } }
  const query = useInfiniteQuery<Page, CallError, InfiniteData<Page>, unknown[], number>({
    queryKey: pagesKey(appCampaigns.products, input),
    queryFn: ({ pageParam, signal }) =>
      call(
        appCampaigns.products,
        { ...input, query: { ...input.query, offset: String(pageParam) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ result, total_rows }, _pages, offset) =>
      result.length > 0 && offset + result.length < total_rows ? offset + result.length : undefined,
    placeholderData: (before) => before,
  })
  const pages = query.data?.pages ?? []
  return { query, products: productsOf(pages), total: pages[0]?.total_rows }
}

/** Pages are counted from the start, so that a product may come twice when one was added meanwhile. */
const productsOf = (pages: Page[]): AppCampaignProduct[] => [
  ...new Map(pages.flatMap(({ result }) => result.map((one) => [one.id, one]))).values(),
]
