import { id } from '../fields/fields.ts'
import {
  foldHeader,
  type SheetColumn,
  type SheetColumns,
  type SheetKind,
  sheet,
  sheetHeaders,
} from '../imports/columns.ts'
import { type Field, type Fields, isFilled, labelledFields, type ShownName, shownName } from './fields.ts'
import type { Resource } from './resource.ts'
import { ruleOf } from './rules.ts'

/** The columns of an Excel layout for fields, under their shown names. */
export const sheetOf = <const F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries<Field>(fields).map(([name, field]) => [shownName(name, field), sheetColumnOf(field)]),
  ) as { [K in keyof F & string as ShownName<F, K>]: SheetColumn } // as it is mapped

const kinds = {
  text: 'text',
  choice: 'text',
  day: 'day',
  reference: 'text',
  flag: 'boolean',
  money: 'decimal',
  decimal: 'decimal',
  percent: 'decimal',
  moneyOrPercent: 'decimal',
  count: 'integer',
} as const satisfies Record<Field['kind'], SheetKind>

/** Money-or-percent cells may be empty for 0. A reference is read by its name, which only the server can check. */
function sheetColumnOf(field: Field): SheetColumn {
  const { label, kind, sheet: { also, width, names } = {} } = field
  const isSum = kind === 'money' || kind === 'moneyOrPercent'
  return {
    header: isNumbered(field) ? numberHeader(label) : label,
    ...(also && { also }),
    kind: kinds[kind],
    ...(kind === 'choice' && { options: field.options }),
    ...(names && { required: true }),
    ...(isFilled(field) && !isSum && { filled: true }),
    ...(kind === 'text' && field.like === 'digits' && field.exactly && { digits: field.exactly }),
    ...(kind === 'moneyOrPercent' && { percent: true }),
    ...(kind === 'percent' && { percent: 'only' }),
    ...(kind === 'decimal' && { scale: field.scale }),
    ...(kind === 'reference' ? { refers: isNumbered(field) ? 'number' : 'name' } : { check: ruleOf(field) }),
    ...(width && { width }),
  }
}

const isNumbered = (field: Field) => field.kind === 'reference' && field.numbered === true

/** The header of a column with the numbers of records. */
export const numberHeader = ({ cnr, en }: Field['label']) => ({ cnr: `${cnr} (šifra)`, en: `${en} (code)` })

/** Default values of fields that a sheet lacks. Required fields have none. */
export function defaultValues(fields: Fields): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const empty = isFilled(field) ? blanks[field.kind] : field.required ? undefined : null
      return empty === undefined ? [] : [[shownName(name, field), empty]]
    }),
  )
}

const blanks: { [K in Field['kind']]?: string | number | boolean } = {
  money: '0',
  moneyOrPercent: '0',
  count: 0,
  flag: false,
}

/** The field with the name of a resource's records. */
export const nameFieldOf = ({ names = 'name' }: Resource) => names

/**
 * The fields that identify a record: its name; its scope, where the name is unique only within it; another unique field
 * (a person's number), where the name is not unique; and the parent of a resource that has one.
 */
export function keyFieldsOf(resource: Resource): string[] {
  const name = nameFieldOf(resource)
  const field = resource.fields[name]
  const unique = field?.kind === 'text' ? field.unique : undefined
  if (unique) return [name, ...(Array.isArray(unique) ? (unique as string[]) : [])]
  return [name, ...ownFields(resource.fields), ...(resource.parent ? [resource.parent] : [])]
}

/** The text fields that are unique by themselves. */
export const ownFields = (fields: Fields) =>
  Object.keys(fields).filter((name) => {
    const field = fields[name]
    return field?.kind === 'text' && field.unique === true
  })

/** Whether the name alone identifies a record; otherwise a sheet may have its number as well. */
export function isNamedOnce(resource: Resource) {
  const field = resource.fields[nameFieldOf(resource)]
  return field?.kind === 'text' && field.unique === true
}

const layouts = new WeakMap<object, SheetColumns>()

/** The Excel layout of a resource: the number where nothing else identifies a record, its fields, and its state. */
export function importColumnsOf(resource: Resource): SheetColumns {
  const layout = layouts.get(resource) ?? makeLayout(resource)
  layouts.set(resource, layout)
  return layout
}

function makeLayout(resource: Resource): SheetColumns {
  const { fields, labels: words } = resource
  const name = nameFieldOf(resource)
  const fieldColumns = Object.fromEntries(
    Object.entries<Field>(labelledFields(fields)).map(([field, declared]): [string, SheetColumn] => {
      const { required: _, filled: __, ...column } = sheetColumnOf(declared)
      const marks = { ...(field === name && { required: true }), ...(declared.required && { filled: true }) }
      return [shownName(field, declared), { ...column, ...marks }]
    }),
  )
  const usedHeaders = sheetHeaders(fieldColumns)
  const free = (headers: readonly string[]) =>
    headers.filter((header) => !usedHeaders.has(foldHeader(header)))
  const number = { header: { cnr: 'ID', en: 'ID' }, check: id }
  const active = { header: { cnr: words.cnr.active, en: words.en.active }, also: free(ACTIVE) }
  return sheet({
    ...(!isNamedOnce(resource) && { id: { ...number, kind: 'integer', width: 8 } as const }),
    ...fieldColumns,
    is_active: { ...active, kind: 'boolean' },
  })
}

const ACTIVE = ['Aktivan', 'Aktivna', 'Aktivno', 'Active']
