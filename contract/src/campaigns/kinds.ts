import * as z from 'zod/mini'
import type {} from '../lib/http/events.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** A campaign, its details or its visibility for partners has changed. */
    campaigns: { id: number }
    /** A line of a campaign's cart was added, changed, removed or delivered: for the office and the partner. */
    cart: { campaign_id: number }
  }
}

/** The types: limited quantities of products, or prices with a cash amount per partner. */
export const campaignTypes = {
  1: { cnr: 'Količinska', en: 'Quantity' },
  2: { cnr: 'Cjenovna', en: 'Price' },
} as const
export type CampaignType = keyof typeof campaignTypes
export const QUANTITY = 1
export const PRICE = 2

export const campaignType = z.literal([1, 2], 'validation.campaign_type')

/** Whether its partners have a cash amount. */
export const hasCash = (type: CampaignType | undefined) => type === PRICE
