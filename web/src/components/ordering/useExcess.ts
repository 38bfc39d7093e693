import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import { useCachedQuery } from '../../lib/offline/useCachedQuery.ts'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { excessOf } from './excess.ts'

/**
 * Euros by which the partner would exceed its cash in a campaign with another order of `sum` euros. Null when it would
 * not, and until the campaign is loaded.
 */
export function useExcess(campaignId: number, sum: string): string | null {
  const { data } = useCachedQuery(portalCampaigns.one, { params: { id: String(campaignId) } })
  useRefresh(['campaigns', 'cart'], [portalCampaigns.one])
  return data ? excessOf(data, sum) : null
}
