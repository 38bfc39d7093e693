import { type FieldErrors, fieldErrors } from '@kontor/contract/lib/http/errors'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import * as z from 'zod/mini'
import { type FormRules, isRequired } from './formRules.ts'

/**
 * What a form holds by field: texts, flags, files, and records that were chosen (`{id, name}`), one or several. Numbers
 * are texts as they are sent, in whatever way their fields show them.
 */
export type Values = Readonly<Record<string, unknown>>

/** A row as a form reads it: its id, the version that was read, and whatever the fields are called. */
export interface FormRow {
  id: number
  version?: number
  is_active?: boolean
}

/** What a form starts with beside its row. */
export interface Start {
  /** Values that the row does not have. */
  given?: Values
  /** Under what name the row holds a field, where that is another: `{ dates: 'available_dates' }`. */
  from?: Readonly<Record<string, string>>
  /** Fields that are neither shown nor sent, since the user may not know or set them. */
  without?: readonly string[] | undefined
}

/** What the form starts with: the row's values, else empty. `country_id` holds the row's `country`. */
export function startValues(
  rules: FormRules,
  row: object | null,
  { given = {}, from = {}, without = [] }: Start,
): Values {
  const stored: Record<string, unknown> = { ...row }
  // A record sent beside its id (`partner` and `partner_id`) is for older clients; the id says it all.
  const fields = Object.entries(rules.fields).filter(
    ([name]) => name !== 'version' && !without.includes(name) && !(`${name}_id` in rules.fields),
  )
  const values = fields.map(([name, { empty }]) => [
    name,
    stored[from[name] ?? name.replace(/_id$/, '')] ?? stored[name] ?? empty,
  ])
  const files = Object.keys(rules.route.files ?? {}).map((name) => [name, null])
  return { ...Object.fromEntries([...values, ...files]), ...given }
}

/** What is sent for a value: of a chosen record its id, of several theirs. */
export const plain = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(plain) : isChoice(value) ? value.id : value

/** Whether two values mean the same to the server; several records are a set. */
export const isSame = (a: unknown, b: unknown) => a === b || asText(a) === asText(b)

const asText = (value: unknown): string =>
  Array.isArray(value) ? value.map(asText).sort().join() : String(plain(value) ?? '')

const isChoice = (value: unknown): value is { id: number; name: string } =>
  typeof value === 'object' && value !== null && 'id' in value

/** A value as people read it, for comparing two versions of a record. */
export const shownValue = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(shownValue).join('; ')
    : isChoice(value)
      ? value.name
      : value instanceof File
        ? value.name
        : String(value ?? '')

/** Of a choice of none the rule says itself what is wrong. */
const isEmpty = (value: unknown) =>
  value === null || value === undefined || (!Array.isArray(value) && String(value).trim() === '')

/** All wrong fields by the contract's rules, an empty required one always as such. */
export function wrongFields(rules: FormRules, values: Values): FieldErrors {
  const parsed = rules.schema && z.safeParse(rules.schema, sentValues(rules, values))
  const wrong = parsed && !parsed.success ? fieldErrors(parsed.error) : {}
  for (const [name, value] of Object.entries(values))
    if (isEmpty(value) && isRequired(rules, name)) wrong[name] = ['validation.field']
  return wrong
}

function sentValues({ route, fields }: FormRules, values: Values) {
  const known = Object.entries(fields).filter(([name]) => name in values)
  const sent = known.map(([name, { nothing }]) => {
    const value = plain(values[name])
    return [name, route.form ? text(value) : isEmpty(value) ? nothing : value]
  })
  return Object.fromEntries(sent) as Values
}

/** Every field of a multipart call is text; several values are a list in JSON. */
const text = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : String(value ?? ''))

/** The call that saves: JSON or multipart as the route wants it, with the version that was read. */
export function saveInput(rules: FormRules, values: Values, row: FormRow | null): RequestInput<Route> {
  const { route } = rules
  const sent = sentValues(rules, values)
  const version = row?.version !== undefined && 'version' in rules.fields && { version: row.version }
  const params = row && { params: { id: String(row.id) } }
  if (!route.form) return { ...params, body: { ...sent, ...version } } as RequestInput<Route>
  const names = Object.keys(route.files ?? {})
  const files = Object.fromEntries(names.map((name) => [name, values[name] ?? undefined]))
  return { ...params, form: { ...sent, ...version }, files } as RequestInput<Route>
}
