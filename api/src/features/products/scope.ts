// What partners see of products everywhere: stock, price and search.
import { foldedWords, wordPattern } from '@kontor/contract/lib/text/fold'
import { sql } from 'kysely'
import { type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { contains } from '../../lib/lists/conditions.ts'
import { type ColumnSource, column } from '../../lib/lists/source.ts'
import '../catalogueOrders/table.ts'

/** SQL: the quantity of a product less the pieces that were ordered from the catalogue since it was last set. */
export const available = sql<number>`greatest(products.quantity - (
  SELECT coalesce(sum(since.quantity), 0) FROM catalogue_orders AS since
  WHERE since.product_id = products.id AND since.is_active AND since.created_at >= products.quantity_set_at), 0)::integer`

/** Up to so many pieces partners see the exact number. */
const FEW = 10

/** The stock as partners see it. */
export function stockInWords(pieces: number) {
  if (pieces > FEW) return { stock: 'in_stock', pieces: null } as const
  return pieces > 0 ? ({ stock: 'few', pieces } as const) : ({ stock: 'none', pieces: null } as const)
}

/** What there is for a line that orders. */
export interface Supply {
  /** In stock, or left of those that its campaign counts. */
  pieces: number
  /** Whether there are no more than its campaign counts, whatever is in stock. */
  isCounted: boolean
  /** Which stock the line takes from. */
  stock: string
}

/** A line of an order, with its place there. */
interface Wanted {
  place: number
  product_id: number
  quantity: number
  /** Whether its partner knows that it may be more than there is. */
  ignore_quantity?: boolean | undefined
  offer: Supply
}

/**
 * Says of each line whether it orders more than there is in stock when those before it are taken. Refuses with 422 where
 * one does and does not say that it knows.
 */
export function checkStock<L extends Wanted>(lines: readonly L[]) {
  const left = new Stock()
  const judged = lines.map((line) => {
    const available = left.of(line.offer)
    left.take(line.offer, line.quantity)
    return { ...line, available, isShort: !line.offer.isCounted && line.quantity > available }
  })
  const short = judged
    .filter(({ isShort, ignore_quantity }) => isShort && !ignore_quantity)
    .map(({ place, product_id, available }) => ({ line: place, product_id, available }))
  if (short.length > 0) throw new HttpError('order.short', { short })
  return judged
}

/** Whether one line orders more than there is. Refuses that with 422 where it does not say that it knows. */
export function checkLine(
  { product_id, quantity, ignore_quantity }: Omit<Wanted, 'place' | 'offer'>,
  available: number,
) {
  const isShort = quantity > available
  if (isShort && !ignore_quantity)
    throw new HttpError('order.short', { short: [{ line: 0, product_id, available }] })
  return isShort
}

/** What is left of each stock while lines take from it. */
export class Stock {
  readonly #taken = new Map<string, number>()
  of = ({ stock, pieces }: Supply) => Math.max(pieces - (this.#taken.get(stock) ?? 0), 0)
  take({ stock }: Supply, pieces: number) {
    this.#taken.set(stock, (this.#taken.get(stock) ?? 0) + pieces)
  }
}

/** Whether a partner orders at the price that it has been shown, if any; as a number, so that 8 is 8.000. */
export const isSeen = (seen: string | undefined, price: string) =>
  seen === undefined || Number(seen) === Number(price)

/**
 * Until the transaction ends nobody else orders these products or changes their quantity. In the order of their ids, so
 * that of two baskets with the same products one waits for the other.
 */
export const lockProducts = (tx: ScopedDb, ids: readonly number[]) =>
  unscopedDb(tx)
    .selectFrom('products')
    .select('id')
    .where(sql<boolean>`id = ANY(${[...new Set(ids)]})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Pieces of a product that can still be ordered. */
export const stockOf = async (tx: ScopedDb, id: number) => {
  const products = unscopedDb(tx).selectFrom('products').select(available.as('pieces'))
  return (await products.where('id', '=', id).executeTakeFirstOrThrow()).pieces
}

const named = [
  column('products', 'erp_code', 'erp_code_folded'),
  column('products', 'name', 'name_folded'),
] as const

/** Whether the code or the name of a product of a query, or another of its columns, holds each of these words. */
export const isAbout = (typed: string, ...more: readonly ColumnSource[]) =>
  foldedWords(typed).reduce(
    (before, word) =>
      sql<boolean>`${before} AND (${sql.join(
        [...named, ...more].map((from) => containsWord(from, word)),
        sql` OR `,
      )})`,
    sql<boolean>`true`,
  )

/** Where letters and digits meet: `205/55r16` is also looked for as `205/55 R16` and `205/55 R 16`. */
const MEETING = /(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/

const containsWord = (from: ColumnSource, word: string) => {
  const parts = word.split(MEETING)
  return parts.length === 1
    ? contains(from, word)
    : sql<boolean>`${from.folded ?? sql`fold(${from.value}::text)`} ~ ${parts.map(wordPattern).join(' ?')}`
}
