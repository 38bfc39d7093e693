import type { ReadCell, Value } from '../../kit/imports/plan.ts'
import type { NameBook } from '../../kit/records/names.ts'

type Read = ReturnType<ReadCell>

/** A cell with names between semicolons: their ids are kept in ascending order, `'3,7'`. */
export function readNames(book: NameBook, typed: Value, before: Value | undefined): Read {
  const had = idsOf(before ?? '')
  const found = String(typed ?? '')
    .split(';')
    .filter((name) => name.trim())
    .map((name) => book.find(name, had))
  if (found.length === 0 && before !== '') return { reason: 'validation.categoryCountException' }
  const wrong = found.find((one) => 'reason' in one)
  if (wrong) return wrong
  const ids = new Set(found.flatMap((one) => ('value' in one ? [one.value] : [])))
  return { value: [...ids].sort((a, b) => a - b).join(',') }
}

/** The ids in a value that {@link readNames} made. */
export const idsOf = (value: Value) => String(value).split(',').filter(Boolean).map(Number)

/** Who is above whom, by number. */
type Superiors = Map<number, number | null>

/**
 * What was read of the cell that names who is above a partner, refused when that one is the partner itself or below it,
 * as it stands after the rows before; it is kept then.
 */
export function belowItself(superiors: Superiors, id: number, read: Read): Read {
  if (!('value' in read) || typeof read.value !== 'number') return read
  const met = new Set<number>()
  for (let above: number | null = read.value; above !== null && !met.has(above); ) {
    if (above === id) return { reason: 'validation.superior_circle' }
    met.add(above)
    above = superiors.get(above) ?? null
  }
  superiors.set(id, read.value)
  return read
}
