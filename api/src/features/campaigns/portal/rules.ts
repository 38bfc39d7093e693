import { type CampaignType, QUANTITY } from '@kontor/contract/campaigns/kinds'
import { Refusal } from '../../../kit/serve/refusal.ts'
import { isSeen } from '../../products/scope.ts'

/** Refuses to order at another price than the partner has been shown, and tells it. */
export function requireSeen(seen: string | undefined, { price }: { price: string }) {
  if (!isSeen(seen, price))
    throw new Refusal('validation.price_changed', {
      ...{ errors: { price: ['validation.price_changed'] }, params: { price } },
    })
}

/** Refuses more pieces of a line whose product is not offered any more, or at another price. */
export function requireSame(
  line: { price: string },
  offer: { price: string; is_active: boolean } | undefined,
) {
  if (!offer?.is_active) throw asksForMore('validation.not_offered')
  if (offer.price !== line.price) throw asksForMore('validation.price_changed')
}

/**
 * Whether a campaign that counts no pieces of its own is asked for more than there are in stock. Refuses that with 422
 * where it is not said that it is known.
 */
export function judgeStock(
  offer: { product_id: number; campaign_type_id: CampaignType; pieces: number },
  { quantity, ignore_quantity = false }: { quantity: number; ignore_quantity?: boolean | undefined },
) {
  const { product_id, pieces: available } = offer
  const isShort = offer.campaign_type_id !== QUANTITY && quantity > available
  if (isShort && !ignore_quantity)
    throw new Refusal('order.short', { short: [{ line: 0, product_id, available }] })
  return isShort
}

const asksForMore = (code: 'validation.not_offered' | 'validation.price_changed') =>
  new Refusal(code, { errors: { quantity: [code] } })
