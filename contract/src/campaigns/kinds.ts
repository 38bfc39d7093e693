import * as z from 'zod/mini'
import type {} from '../lib/http/events.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** A campaign has changed, or what is linked with it, or whether partners see it. */
    campaigns: { id: number }
    /** Something has been ordered in a campaign, changed, taken back or delivered: for the office and the partner. */
    cart: { campaign_id: number }
  }
}

/** The types: so many pieces of each product and no more, or prices with each partner's cash. */
export const campaignTypes = {
  1: { cnr: 'Količinska', en: 'Quantity' },
  2: { cnr: 'Cjenovna', en: 'Price' },
} as const
export type CampaignType = keyof typeof campaignTypes
export const [QUANTITY, PRICE] = [1, 2] as const

export const campaignType = z.literal([1, 2], 'validation.campaign_type')

/** Whether each partner has cash in it. */
export const hasCash = (type: CampaignType | undefined) => type === PRICE
