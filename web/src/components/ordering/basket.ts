import { multiplyByInteger, sumOf } from '@kontor/contract/lib/numbers/decimal'
import { type BasketLine, lines, write } from './basketStore.ts'

/** A product to add; the other properties are set in the basket. */
export type Offered = Omit<BasketLine, 'quantity' | 'ignore'>

/** Most pieces of one line. */
export const MAX_LINE_PIECES = 9999
/** Most lines of one order. */
export const MAX_LINES = 200

type Named = Pick<BasketLine, 'product_id' | 'campaign'>
/** The key of a line: a product may be ordered from the catalogue and in campaigns. */
export const lineKey = ({ product_id, campaign }: Named) => `${product_id}:${campaign?.id ?? ''}`
const isSame = (a: Named) => (b: Named) => lineKey(a) === lineKey(b)

export const totalOf = (lines: readonly Pick<BasketLine, 'price' | 'quantity'>[]) =>
  sumOf(lines.map(({ price, quantity }) => multiplyByInteger(price, quantity)))
export const piecesIn = (lines: readonly Pick<BasketLine, 'quantity'>[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/**
 * Sets the quantity of a product; the basket reports a changed price. Returns false when it was not
 * stored.
 */
function set(offered: Offered, quantity: number): boolean {
  const all = lines()
  const known = all.find(isSame(offered))
  if (isFull(offered, all)) return false
  const line = known ? withValues(known, { quantity }) : { ...offered, quantity, ignore: false }
  return write(known ? all.map((one) => (one === known ? line : one)) : [...all, line])
}

/** Whether the basket has no place for another line. */
const isFull = (offered: Named, all = lines()) => all.length >= MAX_LINES && !all.some(isSame(offered))

type Values = Partial<Pick<BasketLine, 'price' | 'quantity' | 'ignore'>>

/** A changed line. More pieces need another confirmation when there are not enough in stock. */
const withValues = (line: BasketLine, values: Values): BasketLine => ({
  ...line,
  ...((values.quantity ?? 0) > line.quantity && { ignore: false }),
  ...values,
})

function change(line: Named, values: Values) {
  write(lines().map((one) => (isSame(line)(one) ? withValues(one, values) : one)))
}

/**
 * Removes a line. Returns a function that restores it at its position, whatever happened to the others
 * since.
 */
function remove(line: Named): () => void {
  const all = lines()
  const index = all.findIndex(isSame(line))
  const removed = all[index]
  if (!removed) return () => {}
  write(all.filter((one) => one !== removed))
  return () => {
    const now = lines()
    if (!now.some(isSame(removed))) write(now.toSpliced(index, 0, removed))
  }
}

/** Removes the ordered lines; lines added meanwhile stay. */
function ordered(done: readonly BasketLine[]) {
  const rest = lines().map((one) => {
    const pieces = done.find(isSame(one))?.quantity ?? 0
    return { ...one, quantity: one.quantity - pieces }
  })
  write(rest.filter(({ quantity }) => quantity > 0))
}

/** The basket of the signed-in user on this device. */
export const basket = { lines, isFull, set, change, remove, ordered, clear: () => write([]) }
