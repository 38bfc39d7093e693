import type { BasketLine } from '@kontor/contract/catalogueOrders/portal'
import type { MessageParams } from '@kontor/contract/lib/http/errors'
import { HttpError } from '../../../lib/http/http-error.ts'
import { isShownPrice, Stock, type Supply } from '../../products/scope.ts'

/** The product of a line as it is currently offered. */
export interface Offer extends Supply {
  price: string
  is_active: boolean
}

/** A line with its index in the basket and its offer. */
interface OfferedLine<O extends Offer> extends BasketLine {
  index: number
  offer: O
}

/** Returns the lines with their offers. Throws 422 with the lines that cannot be ordered and why. */
export function requireOffered<O extends Offer>(
  lines: readonly BasketLine[],
  offers: readonly (O | undefined)[],
): OfferedLine<O>[] {
  const stock = new Stock()
  const wrong: Wrong[] = []
  const offered = lines.flatMap((line, index) => {
    const offer = offers[index]
    const problem = lineProblem(line, offer, offer ? stock.of(offer) : 0)
    if (problem) wrong.push({ ...problem, field: `lines.${index}.${problem.field}` })
    if (offer) stock.take(offer, line.quantity)
    return offer && !problem ? [{ ...line, index, offer }] : []
  })
  const [first, ...others] = wrong
  if (!first) return offered
  const isAlike = others.every(({ code }) => code === first.code)
  const errors = Object.fromEntries(wrong.map(({ field, code }) => [field, [code]]))
  // The new price is a parameter only when one line is wrong; the message about what is left needs its number.
  const described = others.length === 0 ? first : wrong.find(({ code }) => code === 'validation.left')
  throw new HttpError((isAlike && ownCodes.find((code) => code === first.code)) || 'validation.invalid', {
    errors,
    ...(described?.params && { params: described.params }),
  })
}

const ownCodes = ['validation.price_changed', 'validation.left'] as const

interface Wrong {
  field: string
  code: string
  params?: MessageParams
}

function lineProblem(
  { price, quantity }: BasketLine,
  offer: Offer | undefined,
  available: number,
): Wrong | undefined {
  if (!offer) return { field: 'product_id', code: 'validation.not_found' }
  if (!offer.is_active) return { field: 'product_id', code: 'validation.inactive' }
  if (!isShownPrice(price, offer.price))
    return { field: 'price', code: 'validation.price_changed', params: { price: offer.price } }
  if (offer.isCounted && quantity > available)
    return { field: 'quantity', code: 'validation.left', params: { left: available } }
  return undefined
}
