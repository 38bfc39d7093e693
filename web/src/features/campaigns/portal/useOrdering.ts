import type { AppCampaignProduct } from '@kontor/contract/campaigns/portal'
import { useState } from 'react'
import type { CallError } from '../../../kit/net/call.ts'
import { useCampaignOrder } from './useCampaignOrder.ts'

export type Ordering = ReturnType<typeof useOrdering>

/** Ordering in one campaign: the product whose sheet is open, what was refused there, and what has been sent. */
export function useOrdering(campaignId: number) {
  const [opened, setOpened] = useState<AppCampaignProduct | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  const open = (product: AppCampaignProduct | null) => {
    setLeft(null)
    setOpened(product)
  }
  const order = useCampaignOrder(campaignId, {
    onOrdered: ({ product_id }) => opened?.id === product_id && open(null),
    isSaid: (error, { product_id }) => {
      if (opened?.id !== product_id) return false
      const told = leftOf(error)
      if (told !== null) setLeft(told)
      return told !== null || error.body.message === 'validation.price_changed' // the sheet shows the new price
    },
  })
  return { order, opened, open, left, forgetLeft: () => setLeft(null) }
}

/** How many there are to be had, where that is why an order was refused. */
function leftOf({ body: { message, params } }: CallError): number | null {
  return message === 'validation.left' && typeof params?.left === 'number' ? params.left : null
}
