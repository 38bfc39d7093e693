import type { PortalCampaignProduct } from '@kontor/contract/campaigns/portal'
import { useState } from 'react'
import type { ApiError } from '../../../lib/api/apiRequest.ts'
import { useCampaignOrder } from './useCampaignOrder.ts'

export type Ordering = ReturnType<typeof useOrdering>

/**
 * Ordering in one campaign: the product whose sheet is open, the availability after a rejection, and the
 * order.
 */
export function useOrdering(campaignId: number) {
  const [opened, setOpened] = useState<PortalCampaignProduct | null>(null)
  const [availability, setAvailability] = useState(NOTHING)
  const open = (product: PortalCampaignProduct | null) => {
    setAvailability(NOTHING)
    setOpened(product)
  }
  const order = useCampaignOrder(campaignId, {
    onOrdered: ({ product_id }) => opened?.id === product_id && open(null),
    isHandled: (error, { product_id }) => {
      if (opened?.id !== product_id) return false
      const availability = availabilityOf(error)
      if (availability) setAvailability(availability)
      return availability !== null || error.body.message === 'validation.price_changed' // the sheet shows the new price
    },
  })
  return { order, opened, open, availability, forget: () => setAvailability(NOTHING) }
}

/** The remaining quantity after a rejected order: of the campaign, or in stock. */
export interface Availability {
  left: number | null
  available: number | null
}
const NOTHING: Availability = { left: null, available: null }

/** The remaining quantity, when it is the reason of the rejection. */
function availabilityOf({ body: { message, params, short } }: ApiError): Availability | null {
  if (message === 'validation.left' && typeof params?.left === 'number')
    return { ...NOTHING, left: params.left }
  const available = short?.[0]?.available
  return available === undefined ? null : { ...NOTHING, available }
}
