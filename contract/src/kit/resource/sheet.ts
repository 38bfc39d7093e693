import type { SheetColumn, SheetKind } from '../imports/sheet.ts'
import { type Field, type Fields, isFilled, type ShownName, shownName } from './fields.ts'
import { ruleOf } from './rules.ts'

/** The columns of an Excel layout that hold fields, under the names by which rows show them. */
export const sheetOf = <const F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries<Field>(fields).map(([name, field]) => [shownName(name, field), sheetColumnOf(field)]),
  ) as { [K in keyof F & string as ShownName<F, K>]: SheetColumn } // as it is mapped

const kinds = {
  ...{ text: 'text', choice: 'text', day: 'text', reference: 'text', flag: 'boolean' },
  ...{ money: 'decimal', figure: 'decimal', count: 'integer' },
} as const satisfies Record<Field['kind'], SheetKind>

/** Sums may stay empty where they are 0. A reference is told by its name, which only the server can judge. */
function sheetColumnOf(field: Field): SheetColumn {
  const { label, kind, sheet: { also, width, names } = {} } = field
  const isSum = kind === 'money' || kind === 'figure'
  return {
    header: label,
    ...(also && { also }),
    kind: kinds[kind],
    ...(kind === 'choice' && { options: field.options }),
    ...(names && { required: true }),
    ...(isFilled(field) && !isSum && { filled: true }),
    ...(kind === 'figure' && { percent: true }),
    ...(kind !== 'reference' && { check: ruleOf(field) }),
    ...(width && { width }),
  }
}

/** What stands in a record where a sheet says nothing; what must be filled has none, for it has to be said. */
export function blankOf(fields: Fields): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const empty = isFilled(field) ? blanks[field.kind] : field.required ? undefined : null
      return empty === undefined ? [] : [[shownName(name, field), empty]]
    }),
  )
}

const blanks: { [K in Field['kind']]?: string | number | boolean } = {
  money: '0',
  figure: '0',
  count: 0,
  flag: false,
}
