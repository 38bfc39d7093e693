import type { Campaign } from '@kontor/contract/campaigns'
import { createContext, use } from 'react'

/** The campaign of the screen, for its panels and their dialogs, which stay open when it changes. */
export const CampaignContext = createContext<Campaign | null>(null)

export function useCampaign(): Campaign {
  const campaign = use(CampaignContext)
  if (!campaign) throw new Error('a panel needs the screen of a campaign around it')
  return campaign
}
