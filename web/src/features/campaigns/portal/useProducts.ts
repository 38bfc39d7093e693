import { type PortalCampaignProduct, portalCampaigns } from '@kontor/contract/campaigns/portal'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { type ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { pagesKey } from '../../../lib/api/useApiQuery.ts'

type Page = ResponseBody<typeof portalCampaigns.products>

/** The products of a campaign that match a search, page by page. */
export function useProducts(campaignId: number, search: string) {
  const input = { params: { id: String(campaignId) }, query: { ...(search && { search }) } }
  const query = useInfiniteQuery<Page, ApiError, InfiniteData<Page>, unknown[], number>({
    queryKey: pagesKey(portalCampaigns.products, input),
    queryFn: ({ pageParam, signal }) =>
      apiRequest(
        portalCampaigns.products,
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

/** Pages are offset-based, so a product may appear twice when one was added meanwhile. */
const productsOf = (pages: Page[]): PortalCampaignProduct[] => [
  ...new Map(pages.flatMap(({ result }) => result.map((one) => [one.id, one]))).values(),
]
