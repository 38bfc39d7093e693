import { foldingOf, matches, parseFilter } from '@kontor/contract/lib/lists/filter'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { compareDecimals } from '@kontor/contract/lib/numbers/decimal'
import { findWord, foldedWords } from '@kontor/contract/lib/text/fold'
import { dayOf } from '../../../lib/i18n/format.ts'
import { cellValue, type ListRow } from '../listRow.ts'
import type { ListState } from './listState.ts'

/**
 * The rows of a whole list for a state, all pages, filtered and ordered as the server does for a paged
 * list.
 */
export function selectRows<Row extends ListRow>(
  rows: readonly Row[],
  list: ListDefinition,
  state: Pick<ListState, 'filters' | 'search' | 'by' | 'desc'>,
  compareTexts: (a: string, b: string) => number,
): Row[] {
  const found = rows.filter((row) => passes(row, list, state))
  const compare = compareBy(list, state.by, compareTexts)
  const sign = state.desc ? -1 : 1
  const value = (row: Row) => cellValue(row, state.by, list.columns[state.by])
  return found.sort((a, b) => sign * (compare(value(a), value(b)) || a.id - b.id))
}

function passes(
  row: ListRow,
  list: ListDefinition,
  { filters, search }: Pick<ListState, 'filters' | 'search'>,
) {
  const searched = list.search.map((key) => {
    const column = list.columns[key]
    const folding = foldingOf(column)
    return { folding, text: folding(String(cellValue(row, key, column) ?? '')) }
  })
  const isFound = (word: string) => searched.some(({ folding, text }) => findWord(text, folding(word)))
  if (!foldedWords(search).every(isFound)) return false
  return Object.entries(filters).every(([key, typed]) => {
    const column = list.columns[key]
    const kind = column?.filter ?? 'text'
    const filter = parseFilter(kind, typed)
    const how = { folding: foldingOf(column), dayOf: kind === 'day' ? dayOf : undefined }
    return !filter || matches(filter, cellValue(row, key, column), how)
  })
}

type Compare = (a: unknown, b: unknown) => number

/** Rows without a value are last, and first when descending, as in PostgreSQL. */
function compareBy(
  list: ListDefinition,
  by: string,
  compareTexts: (a: string, b: string) => number,
): Compare {
  const kind = by === 'id' ? 'number' : (list.columns[by]?.filter ?? 'text')
  const compare: Compare =
    kind === 'number'
      ? (a, b) => compareDecimals(String(a), String(b))
      : kind === 'flag'
        ? (a, b) => Number(a) - Number(b)
        : kind === 'day'
          ? (a, b) => Date.parse(String(a)) - Date.parse(String(b))
          : (a, b) => compareTexts(String(a), String(b))
  return (a, b) => {
    if (a == null || b == null) return a == null && b == null ? 0 : a == null ? 1 : -1
    return compare(a, b)
  }
}
