import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import { useCachedPages } from '../../../lib/offline/useCachedPages.ts'

/** The products of a campaign that match a search, page by page. */
export function useProducts(campaignId: number, search: string) {
  const input = { params: { id: String(campaignId) }, query: { ...(search && { search }) } }
  return useCachedPages(portalCampaigns.products, input, ({ id }) => id)
}
