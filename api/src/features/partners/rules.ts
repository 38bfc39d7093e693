import type { ReadCell, Value } from '../../lib/imports/plan-rules.ts'
import type { ReferenceResolver } from '../../lib/imports/reference-resolver.ts'

type Read = ReturnType<ReadCell>

/**
 * Reads a cell with names separated by semicolons as ids in ascending order, `'3,7'`. Names may contain semicolons:
 * several parts are one name when the record has it already, or when they are not names by themselves.
 */
export function readNames(resolver: ReferenceResolver, typed: Value, before: Value | undefined): Read {
  const had = idsOf(before ?? '')
  const pieces = String(typed ?? '')
    .split(';')
    .filter((name) => name.trim())
  const found: ReturnType<ReferenceResolver['find']>[] = []
  for (let at = 0; at < pieces.length; ) {
    const length = longestName(resolver, pieces.slice(at))
    const together = resolver.find(pieces.slice(at, at + length).join(';'), had)
    const isHad = 'value' in together && had.includes(together.value)
    const areNames = pieces.slice(at, at + length).every((piece) => resolver.candidates(piece).length > 0)
    found.push(length > 1 && areNames && !isHad ? { reason: 'import.ambiguous_name' } : together)
    at += length
  }
  if (found.length === 0 && before !== '') return { reason: 'validation.categoryCountException' }
  const wrong = found.find((one) => 'reason' in one)
  if (wrong) return wrong
  const ids = new Set(found.flatMap((one) => ('value' in one ? [one.value] : [])))
  return { value: [...ids].sort((a, b) => a - b).join(',') }
}

/** The number of leading parts that form the longest existing name; one when none does. */
const longestName = (resolver: ReferenceResolver, pieces: readonly string[]) => {
  const lengths = pieces.map((_, i) => pieces.length - i)
  return lengths.find((length) => resolver.candidates(pieces.slice(0, length).join(';')).length > 0) ?? 1
}

/** The ids in a value of {@link readNames}. */
export const idsOf = (value: Value) => String(value).split(',').filter(Boolean).map(Number)

/** Superior partners by number. */
type Superiors = Map<number, number | null>

/**
 * The reference to the superior partner; rejected when it is the partner itself or below it, including the changes of
 * earlier rows; accepted ones are recorded.
 */
export function belowItself(superiors: Superiors, id: number, read: Read): Read {
  if (!('value' in read) || typeof read.value !== 'number') return read
  const visited = new Set<number>()
  for (let above: number | null = read.value; above !== null && !visited.has(above); ) {
    if (above === id) return { reason: 'validation.superior_circle' }
    visited.add(above)
    above = superiors.get(above) ?? null
  }
  superiors.set(id, read.value)
  return read
}
