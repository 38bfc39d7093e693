import { keyFieldOf, type SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { ImportAnswers, ImportQuestion } from '@kontor/contract/lib/imports/questions'
import { SheetError } from '../sheet-error.ts'
import type { Column, ColumnMapping, Header } from './header.ts'

type Wanted = NonNullable<ImportAnswers['columns']>

/**
 * One column per field: the chosen column, otherwise the one whose header matches; of several matches the first, until
 * one is chosen; none where none was chosen. When no header matches the key field, its column becomes a question.
 * Unmatched headers are reported as unknown. Throws SheetError when all columns are those of other fields.
 */
export function chooseColumns(header: Header, columns: SheetColumns, wanted: Wanted = {}) {
  const pointed = requestedMappings(header, columns, wanted)
  const taken = new Map([...pointed.values()].map((mapping) => [mapping.letter, mapping]))
  const matches = Map.groupBy(
    header.matches.filter(
      ({ key, letter }) => !pointed.has(key) && !taken.has(letter) && wanted[key] !== null,
    ),
    (mapping) => mapping.key,
  )
  for (const [first] of matches.values()) if (first) taken.set(first.letter, first)
  const key = keyFieldOf(columns)
  const column = columns[key]
  const isLost = ![...taken.values()].some((mapping) => mapping.key === key)
  const likely = header.columns.find(({ letter }) => !taken.has(letter))
  if (isLost && !likely && pointed.size === 0)
    throw new SheetError('excel.missing_column', { column: column?.header ?? key })
  if (isLost && likely && column) taken.set(likely.letter, { ...likely, key, column })
  const mappings = [...taken.values()].sort((a, b) => a.index - b.index)
  const stray = Object.keys(wanted).filter((field) => wanted[field] && columns[field] && !pointed.has(field))
  const open = new Set([...stray, ...(isLost ? [key] : [])])
  const free = (field: string) => {
    const columns = header.columns.filter(
      ({ letter }) => !taken.has(letter) || taken.get(letter)?.key === field,
    )
    return columns.length > 0 ? columns : header.columns
  }
  const questions = Object.keys(columns).flatMap((field): ImportQuestion[] => {
    const same = header.matches.filter((mapping) => mapping.key === field)
    const answer = pointed.get(field)
    if (open.has(field)) return [columnQuestion(field, free(field), null)]
    const left = answer ? same : (matches.get(field) ?? [])
    if (same.length < 2 || left.length < 2) return []
    const others = answer && !same.some(({ letter }) => letter === answer.letter) ? [answer] : []
    return [columnQuestion(field, [...same, ...others], answer?.letter ?? null)]
  })
  const unknown = header.columns
    .filter((one) => one.header && !taken.has(one.letter))
    .map((one) => ({ column: one.letter, header: one.header }))
  return { mappings, unknown, questions }
}

/** The chosen columns by field; a column of the sheet can be chosen for one field only. */
function requestedMappings(
  header: Header,
  columns: SheetColumns,
  wanted: Wanted,
): Map<string, ColumnMapping> {
  const pointed = new Map<string, ColumnMapping>()
  const taken = new Set<string>()
  for (const [key, letter] of Object.entries(wanted)) {
    const column = columns[key]
    const chosen = header.columns.find((one) => one.letter === letter)
    if (!column || !chosen || taken.has(chosen.letter)) continue
    taken.add(chosen.letter)
    pointed.set(key, { ...chosen, key, column })
  }
  return pointed
}

const columnQuestion = (
  field: string,
  columns: readonly Column[],
  answer: string | null,
): ImportQuestion => ({
  kind: 'column',
  blocking: true,
  answer,
  field,
  columns: columns.map(({ letter: column, header }) => ({ column, header })),
})
