import { tidy } from '@kontor/contract/kit/fields/fields'
import { fold } from '@kontor/contract/kit/text/fold'
import type { ReadCell, Value } from '../../kit/imports/plan.ts'

type Read = ReturnType<ReadCell>

/** Records that a sheet names: cities or categories. */
export interface NameBook {
  /** All of them in their order. */
  names: ReadonlyMap<number, string>
  /** The active ones by folded name. */
  active: ReadonlyMap<string, readonly number[]>
}

export function nameBook(records: readonly { id: number; name: string; is_active: boolean }[]): NameBook {
  const active = new Map<string, number[]>()
  for (const { id, name } of records.filter(({ is_active }) => is_active)) {
    active.set(folded(name), [...(active.get(folded(name)) ?? []), id])
  }
  return { names: new Map(records.map(({ id, name }) => [id, name])), active }
}

const folded = (name: string) => fold(tidy(name))

type Found = { value: number } | { reason: string }

/** The id that a name stands for: one that the partner has already, be it inactive, else the only active one. */
function find({ names, active }: NameBook, typed: string, had: readonly number[]): Found {
  const kept = had.find((id) => folded(names.get(id) ?? '') === folded(typed))
  const [id, another] = kept === undefined ? (active.get(folded(typed)) ?? []) : [kept]
  if (id === undefined) return { reason: 'import.unknown_name' }
  return another === undefined ? { value: id } : { reason: 'import.ambiguous_name' }
}

/** A cell with a name: the id is kept. A record without one may stay so. */
export function readName(book: NameBook, typed: Value, before: Value | undefined): Read {
  if (typed === null) return before === null ? { value: null } : { reason: 'validation.field' }
  return find(book, String(typed), typeof before === 'number' ? [before] : [])
}

/** A cell with names between semicolons: their ids are kept in ascending order, `'3,7'`. */
export function readNames(book: NameBook, typed: Value, before: Value | undefined): Read {
  const had = idsOf(before ?? '')
  const found = String(typed ?? '')
    .split(';')
    .filter((name) => name.trim())
    .map((name) => find(book, name, had))
  if (found.length === 0 && before !== '') return { reason: 'validation.categoryCountException' }
  const wrong = found.find((one) => 'reason' in one)
  if (wrong) return wrong
  const ids = new Set(found.flatMap((one) => ('value' in one ? [one.value] : [])))
  return { value: [...ids].sort((a, b) => a - b).join(',') }
}

/** The ids in a value that {@link readNames} made. */
export const idsOf = (value: Value) => String(value).split(',').filter(Boolean).map(Number)

/** The names of ids in the book's order, as a cell holds them. */
export const namesOf = ({ names }: NameBook, ids: readonly number[]) =>
  [...names].flatMap(([id, name]) => (ids.includes(id) ? [name] : [])).join('; ')
