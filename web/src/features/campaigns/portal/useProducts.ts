import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { useCachedPages } from '../../../lib/offline/useCachedPages.ts'

/** The products of a campaign that match a search, page by page. */
export function useProducts(campaignId: number, search: string) {
  const input = { params: { id: String(campaignId) }, query: { ...(search && { search }) } }
  return useCachedPages({
    route: portalCampaigns.products,
    input,
    read: (offset, signal) =>
      apiRequest(portalCampaigns.products, { ...input, query: { ...input.query, offset } }, { signal }),
    idOf: ({ id }) => id,
  })
}
