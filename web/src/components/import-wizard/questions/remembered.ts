import { foldHeader, type SheetColumns, sheetHeaders } from '@kontor/contract/lib/imports/columns'
import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import { session } from '../../../lib/session/session.ts'
import { validEntries } from '../../../lib/validEntries.ts'

type Read = Pick<ImportResult, 'sheet_columns' | 'questions'>
/** An unknown header, folded, and the field that its column was mapped to. */
type Pointed = [header: string, field: string]

/** Most stored headers of a list. */
const MAX_HEADERS = 100
const keyOf = (list: string) => session.userKey(`columns.${list}`)

/** Remembers on this device which fields columns with unknown headers were mapped to. */
export function rememberColumns(list: string, { sheet_columns }: Read, layout: SheetColumns) {
  const named = sheetHeaders(layout)
  const pointed = sheet_columns.flatMap(({ header, field }): Pointed[] => {
    const folded = foldHeader(header)
    return folded && field && named.get(folded) !== field ? [[folded, field]] : []
  })
  if (pointed.length === 0) return
  const others = storedHeaders(list).filter(([header]) => !pointed.some(([own]) => own === header))
  store(list, [...pointed, ...others].slice(0, MAX_HEADERS))
}

/** Forgets the mapping of a header, which the user has set to none. */
export function forgetColumn(list: string, header: string) {
  const all = storedHeaders(list)
  const gone = foldHeader(header)
  const others = all.filter(([one]) => one !== gone)
  if (others.length < all.length) store(list, others)
}

function store(list: string, pointed: readonly Pointed[]) {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(pointed))
  } catch {} // storage is full or blocked: the columns are mapped again next time
}

/** The remembered mappings that apply to the file and are not in use: column letters by field. */
export function rememberedColumns(list: string, { sheet_columns, questions }: Read): Record<string, string> {
  const open = new Set(
    questions.flatMap((one) => (one.kind === 'column' && one.answer === null ? [one.field] : [])),
  )
  const found: Record<string, string> = {}
  for (const [header, field] of storedHeaders(list)) {
    const column = sheet_columns.find((one) => foldHeader(one.header) === header)
    if (column && !(field in found) && (column.field !== field || open.has(field)))
      found[field] = column.column
  }
  return found
}

const storedHeaders = (list: string) => validEntries(localStorage.getItem(keyOf(list)), isPointed)

const isPointed = (one: unknown): one is Pointed =>
  Array.isArray(one) && one.length === 2 && one.every((text) => typeof text === 'string')
