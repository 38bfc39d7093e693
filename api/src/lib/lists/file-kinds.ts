import type { Column } from '@kontor/contract/lib/lists/list'
import type { WriteKind } from '../spreadsheets/xlsx-writer/cell-xml.ts'

/** The kind of a column's cells in a file. */
export function fileKindOf({ filter, kind, money, percent, options }: Column): WriteKind {
  if (options) return 'text'
  if (money || percent) return 'decimal'
  const shown = filter ?? kind
  if (shown === 'number') return 'integer'
  if (shown === 'day') return 'date'
  return shown === 'flag' ? 'boolean' : 'text'
}
