import type { CellConverter, Value } from '../../lib/imports/plan/plan-rules.ts'
import type { ReferenceResolver } from '../../lib/imports/records/reference-resolver.ts'

type Read = ReturnType<CellConverter>

/** One of the names in a cell: a part between semicolons, or a name in quotes. */
interface Piece {
  /** As it is in the cell. */
  text: string
  /** The name in quotes. */
  quoted?: string
}

/** A name in quotes with the semicolon after it; a quote within it is doubled. */
const QUOTED = /\s*("((?:[^"]|"")*)")\s*(?:;|$)/y

function splitQuoted(cell: string): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < cell.length; ) {
    QUOTED.lastIndex = at
    const [whole, text = '', quoted = ''] = QUOTED.exec(cell) ?? []
    const length = whole?.length ?? `${cell};`.indexOf(';', at) + 1 - at
    pieces.push(
      whole
        ? { text, quoted: quoted.replaceAll('""', '"') }
        : { text: cell.slice(at, at + length).replace(/;$/, '') },
    )
    at += length
  }
  return pieces.filter(({ text }) => text.trim())
}

/** A name as {@link readNames} reads it; all names are in quotes where one has a semicolon, see `isQuoted`. */
export const writeName = (name: string, isQuoted: boolean) =>
  isQuoted || name.startsWith('"') ? `"${name.replaceAll('"', '""')}"` : name

/**
 * Reads a cell with names separated by semicolons as ids in ascending order, `'3,7'`. Names may contain semicolons: in
 * quotes, or where the parts are one name that the record has already, or are not names by themselves.
 */
export function readNames(resolver: ReferenceResolver, typed: Value, before: Value | undefined): Read {
  const had = idsOf(before ?? '')
  const pieces = splitQuoted(String(typed ?? ''))
  const found: ReturnType<ReferenceResolver['find']>[] = []
  for (let at = 0, piece = pieces[0]; piece; piece = pieces[at]) {
    const { text, quoted } = piece
    if (quoted !== undefined) {
      found.push(resolver.find(resolver.candidates(quoted).length > 0 ? quoted : text, had))
      at += 1
      continue
    }
    const end = pieces.findIndex((one, i) => i > at && one.quoted !== undefined)
    const texts = pieces.slice(at, end < 0 ? undefined : end).map((one) => one.text)
    const parts = texts.slice(0, longestName(resolver, texts))
    const together = resolver.find(parts.join(';'), had)
    const isHad = 'value' in together && had.includes(together.value)
    const areNames = parts.every((part) => resolver.candidates(part).length > 0)
    found.push(parts.length > 1 && areNames && !isHad ? { reason: 'import.ambiguous_name' } : together)
    at += parts.length
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
export function rejectCircle(superiors: Superiors, id: number, read: Read): Read {
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
