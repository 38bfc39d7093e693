import { type FieldErrors, fieldErrors } from '@kontor/contract/lib/http/errors'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { RecordRef } from '@kontor/contract/lib/lists/list'
import * as z from 'zod/mini'
import { type FormRules, isRequired } from './formRules.ts'

/**
 * The values of a form by field: texts, flags, files, and chosen records (`{id, name}`), one or several.
 * Numbers are canonical texts; the fields localise them.
 */
export type Values = Readonly<Record<string, unknown>>

/** A row as a form reads it: its id, its version, and its fields. */
export interface FormRecord {
  id: number
  version?: number
  is_active?: boolean
}

/** Initial values of a form besides the row. */
export interface Start {
  /** Values that the row does not have. */
  defaults?: Values
  /** Property of the row per field, where the names differ: `{ dates: 'available_dates' }`. */
  rowNames?: Readonly<Record<string, string>>
  /** Fields that are neither shown nor sent, because the user has no permission for them. */
  omittedFields?: readonly string[] | undefined
}

/** The initial values: those of the row, else the defaults, else empty. `country_id` gets the row's `country`. */
export function startValues(
  rules: FormRules,
  row: object | null,
  { defaults = {}, rowNames = {}, omittedFields = [] }: Start,
): Values {
  const stored: Record<string, unknown> = { ...row }
  // A record next to its id (`partner` and `partner_id`) is for older clients; the id is sufficient.
  const fields = Object.entries(rules.fields).filter(
    ([name]) => name !== 'version' && !omittedFields.includes(name) && !(`${name}_id` in rules.fields),
  )
  const values = fields.map(([name, { empty }]) => {
    const value = stored[rowNames[name] ?? name.replace(/_id$/, '')] ?? stored[name]
    return [name, (value === undefined ? defaults[name] : value) ?? empty]
  })
  const files = Object.keys(rules.route.files ?? {}).map((name) => [name, null])
  const others = Object.entries(defaults).filter(([name]) => !omittedFields.includes(name))
  return Object.fromEntries([...others, ...values, ...files]) as Values
}

/** The sent form of a value: the id of a record, the ids of several. */
export const toInput = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(toInput) : isRecordRef(value) ? value.id : value

/** Whether two values are the same when sent; several records are compared as a set. */
export const isSame = (a: unknown, b: unknown) => a === b || asText(a) === asText(b)

const asText = (value: unknown): string =>
  Array.isArray(value) ? value.map(asText).sort().join() : String(toInput(value) ?? '')

const isRecordRef = (value: unknown): value is RecordRef =>
  typeof value === 'object' && value !== null && 'id' in value

/** A value as text, for comparing two versions of a record. */
export const shownValue = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(shownValue).join('; ')
    : isRecordRef(value)
      ? value.name
      : value instanceof File
        ? value.name
        : String(value ?? '')

/** An empty choice has an error message of its own rule. */
const isEmpty = (value: unknown) =>
  value === null || value === undefined || (!Array.isArray(value) && String(value).trim() === '')

/**
 * The errors of all fields by the contract's rules; an empty required field always has the error for
 * that.
 */
export function invalidFields(rules: FormRules, values: Values): FieldErrors {
  const parsed = rules.schema && z.safeParse(rules.schema, sentValues(rules, values))
  const wrong = parsed && !parsed.success ? fieldErrors(parsed.error) : {}
  for (const [name, value] of Object.entries(values))
    if (isEmpty(value) && isRequired(rules, name)) wrong[name] = ['validation.field']
  return wrong
}

function sentValues({ route, fields }: FormRules, values: Values) {
  const known = Object.entries(fields).filter(([name]) => name in values)
  const sent = known.map(([name, { nothing }]) => {
    const value = toInput(values[name])
    return [name, route.form ? text(value) : isEmpty(value) ? nothing : value]
  })
  return Object.fromEntries(sent) as Values
}

/** Multipart fields are texts; several values are sent as a JSON list. */
const text = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : String(value ?? ''))

/** The input of the saving call: JSON or multipart by the route, with the version that was loaded. */
export function saveInput(rules: FormRules, values: Values, row: FormRecord | null): RequestInput<Route> {
  const { route } = rules
  const sent = sentValues(rules, values)
  const version = row?.version !== undefined && 'version' in rules.fields && { version: row.version }
  const params = row && { params: { id: String(row.id) } }
  if (!route.form) return { ...params, body: { ...sent, ...version } } as RequestInput<Route>
  const names = Object.keys(route.files ?? {})
  const files = Object.fromEntries(names.map((name) => [name, values[name] ?? undefined]))
  return { ...params, form: { ...sent, ...version }, files } as RequestInput<Route>
}
