import type { BasketLine } from '@kontor/contract/catalogueOrders/portal'
import type { MessageParams } from '@kontor/contract/kit/api/errors'
import { Refusal } from '../../../kit/serve/refusal.ts'
import { isSeen } from '../../products/scope.ts'

/** What a line orders, as it is offered now. */
export interface Offer {
  price: string
  is_active: boolean
  /** In stock, or left of those that its campaign counts. */
  pieces: number
  /** Whether there are no more than its campaign counts, whatever is in stock. */
  isCounted: boolean
  /** Which stock the line takes from. */
  stock: string
}

/** A line with its place in the basket and what it orders. */
interface Asked<O extends Offer> extends BasketLine {
  place: number
  offer: O
}

/** Lines with what they order. Refuses with 422, naming those that cannot be ordered and why. */
export function requireOffered<O extends Offer>(
  lines: readonly BasketLine[],
  offers: readonly (O | undefined)[],
): Asked<O>[] {
  const left = new Stock()
  const wrong: Wrong[] = []
  const offered = lines.flatMap((line, place) => {
    const offer = offers[place]
    const problem = wrongOf(line, offer, offer ? left.of(offer) : 0)
    if (problem) wrong.push({ ...problem, field: `lines.${place}.${problem.field}` })
    if (offer) left.take(offer, line.quantity)
    return offer && !problem ? [{ ...line, place, offer }] : []
  })
  const [first, ...others] = wrong
  if (!first) return offered
  const isAlike = others.every(({ code }) => code === first.code)
  const errors = Object.fromEntries(wrong.map(({ field, code }) => [field, [code]]))
  // A new price is told of one line alone; the text about what is left is none without its number.
  const told = others.length === 0 ? first : wrong.find(({ code }) => code === 'validation.left')
  throw new Refusal((isAlike && ownCodes.find((code) => code === first.code)) || 'validation.invalid', {
    ...{ errors, ...(told?.params && { params: told.params }) },
  })
}

const ownCodes = ['validation.price_changed', 'validation.left'] as const

interface Wrong {
  field: string
  code: string
  params?: MessageParams
}

function wrongOf({ price, quantity }: BasketLine, offer: Offer | undefined, left: number): Wrong | undefined {
  if (!offer) return { field: 'product_id', code: 'validation.not_found' }
  if (!offer.is_active) return { field: 'product_id', code: 'validation.inactive' }
  if (!isSeen(price, offer.price))
    return { field: 'price', code: 'validation.price_changed', params: { price: offer.price } }
  if (offer.isCounted && quantity > left)
    return { field: 'quantity', code: 'validation.left', params: { left } }
  return undefined
}

/**
 * Says of each line whether it orders more than there is in stock when those before it are taken. Refuses with 422 where
 * one does and does not say that it knows.
 */
export function judgeStock<O extends Offer>(lines: readonly Asked<O>[]) {
  const left = new Stock()
  const judged = lines.map((line) => {
    const available = left.of(line.offer)
    left.take(line.offer, line.quantity)
    return { ...line, available, isShort: !line.offer.isCounted && line.quantity > available }
  })
  const short = judged
    .filter(({ isShort, ignore_quantity }) => isShort && !ignore_quantity)
    .map(({ place, product_id, available }) => ({ line: place, product_id, available }))
  if (short.length > 0) throw new Refusal('order.short', { short })
  return judged
}

/** What is left of each stock while lines take from it. */
class Stock {
  readonly #taken = new Map<string, number>()
  of = ({ stock, pieces }: Offer) => Math.max(pieces - (this.#taken.get(stock) ?? 0), 0)
  take({ stock }: Offer, pieces: number) {
    this.#taken.set(stock, (this.#taken.get(stock) ?? 0) + pieces)
  }
}
