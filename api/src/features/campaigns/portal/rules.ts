import { HttpError } from '../../../lib/http/http-error.ts'
import { isSeen } from '../../products/scope.ts'

/** Throws 422 with the current price when it is not the one that the partner has seen. */
export function requireRead(seenPrice: string | undefined, { price }: { price: string }) {
  if (!isSeen(seenPrice, price))
    throw new HttpError('validation.price_changed', {
      ...{ errors: { price: ['validation.price_changed'] }, params: { price } },
    })
}

/** Throws for more pieces of a line whose product is no longer offered, or has another price. */
export function requireSame(
  line: { price: string },
  offer: { price: string; is_active: boolean } | undefined,
) {
  if (!offer?.is_active) throw asksForMore('validation.not_offered')
  if (offer.price !== line.price) throw asksForMore('validation.price_changed')
}

const asksForMore = (code: 'validation.not_offered' | 'validation.price_changed') =>
  new HttpError(code, { errors: { quantity: [code] } })
