// Stock, price and search of products for partners.
import { foldedWords, wordPattern } from '@kontor/contract/lib/text/fold'
import { sql } from 'kysely'
import { type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { contains } from '../../lib/lists/conditions.ts'
import { type ColumnSource, column } from '../../lib/lists/source.ts'
import '../catalogueOrders/table.ts'
import '../sliders/table.ts'
import { lockProducts as lockRows } from './table.ts'

const fromCatalogue = sql`(SELECT coalesce(sum(since.quantity), 0) FROM catalogue_orders AS since
  WHERE since.product_id = products.id AND since.is_active AND since.created_at >= products.quantity_set_at)`
const inPromotions = sql`(SELECT coalesce(sum(since.quantity), 0) FROM slider_orders AS since
  WHERE since.product_id = products.id AND since.created_at >= products.quantity_set_at)`

/** SQL: the pieces of a product that were ordered from the catalogue and in promotions since its quantity was last set. */
export const orderedSince = sql<number>`(${fromCatalogue} + ${inPromotions})`

/** SQL: the quantity of a product less what was ordered since it was last set. */
export const available = sql<number>`greatest(products.quantity - ${orderedSince}, 0)::integer`

/** SQL: whether some are available, for sorting by it: only the few products that promotions have had are summed there. */
export const isAvailable = sql<boolean>`(products.quantity > ${fromCatalogue}
  + CASE WHEN products.id IN (SELECT product_id FROM slider_orders) THEN ${inPromotions} ELSE 0 END)`

/** Up to this number of pieces partners see the exact number. */
const FEW = 10

/** The stock as partners see it. */
export function stockInWords(available: number) {
  if (available > FEW) return { stock: 'in_stock', pieces: null } as const
  return available > 0
    ? ({ stock: 'few', pieces: available } as const)
    : ({ stock: 'none', pieces: null } as const)
}

/** The stock available to a line. */
export interface Supply {
  /** Pieces available in stock, or of the campaign's limit. */
  available: number
  /** Whether the campaign's limit applies instead of the stock. */
  isCounted: boolean
  /** The stock from which the line takes. */
  stock: string
}

/** A line of an order, with its index. */
interface Wanted {
  index: number
  product_id: number
  quantity: number
  /** Whether the partner has confirmed that there may be too few in stock. */
  ignore_quantity?: boolean | undefined
  offer: Supply
}

/**
 * Returns for each line whether it exceeds the stock after the lines before it. Throws 422 when one does without
 * `ignore_quantity`.
 */
export function checkStock<L extends Wanted>(lines: readonly L[]) {
  const stock = new Stock()
  const checked = lines.map((line) => {
    const available = stock.of(line.offer)
    stock.take(line.offer, line.quantity)
    return { ...line, available, isShort: !line.offer.isCounted && line.quantity > available }
  })
  const short = checked
    .filter(({ isShort, ignore_quantity }) => isShort && !ignore_quantity)
    .map(({ index, product_id, available }) => ({ line: index, product_id, available }))
  if (short.length > 0) throw new HttpError('order.short', { short })
  return checked
}

/** Whether a line exceeds the stock. Throws 422 when it does without `ignore_quantity`. */
export function checkLine(
  { product_id, quantity, ignore_quantity }: Omit<Wanted, 'index' | 'offer'>,
  available: number,
) {
  const isShort = quantity > available
  if (isShort && !ignore_quantity)
    throw new HttpError('order.short', { short: [{ line: 0, product_id, available }] })
  return isShort
}

/** The remaining stock while lines take from it. */
export class Stock {
  readonly #taken = new Map<string, number>()
  of = ({ stock, available }: Supply) => Math.max(available - (this.#taken.get(stock) ?? 0), 0)
  take({ stock }: Supply, quantity: number) {
    this.#taken.set(stock, (this.#taken.get(stock) ?? 0) + quantity)
  }
}

/** Whether the price is the one that the partner was shown, if any; compared as numbers, so that 8 equals 8.000. */
export const isShownPrice = (shownPrice: string | undefined, price: string) =>
  shownPrice === undefined || Number(shownPrice) === Number(price)

/** Throws 422 with the current price when it is not the one that the partner was shown. */
export function requireShownPrice(shownPrice: string | undefined, price: string) {
  if (!isShownPrice(shownPrice, price))
    throw new HttpError('validation.price_changed', {
      errors: { price: ['validation.price_changed'] },
      params: { price },
    })
}

/** Locks these products against other orders and changes of quantity until the end of the transaction. */
export const lockProducts = (tx: ScopedDb, ids: readonly number[]) => lockRows(unscopedDb(tx), ids)

/** Pieces of a product that can still be ordered. */
export const stockOf = async (tx: ScopedDb, id: number) => {
  const products = unscopedDb(tx).selectFrom('products').select(available.as('available'))
  return (await products.where('id', '=', id).executeTakeFirstOrThrow()).available
}

const named = [
  column('products', 'erp_code', 'erp_code_folded'),
  column('products', 'name', 'name_folded'),
] as const

/** SQL: whether code, name or another column of a product contains each of these words. */
export const matchesWords = (typed: string, ...more: readonly ColumnSource[]) =>
  foldedWords(typed).reduce(
    (before, word) =>
      sql<boolean>`${before} AND (${sql.join(
        [...named, ...more].map((from) => containsWord(from, word)),
        sql` OR `,
      )})`,
    sql<boolean>`true`,
  )

/** The boundary between letters and digits: `205/55r16` also finds `205/55 R16` and `205/55 R 16`. */
const LETTER_DIGIT_BOUNDARY = /(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/

const containsWord = (from: ColumnSource, word: string) => {
  const parts = word.split(LETTER_DIGIT_BOUNDARY)
  return parts.length === 1
    ? contains(from, word)
    : sql<boolean>`${from.folded ?? sql`fold(${from.value}::text)`} ~ ${parts.map(wordPattern).join(' ?')}`
}
