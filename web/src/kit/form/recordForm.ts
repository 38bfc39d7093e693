import { type FieldErrors, fieldErrors } from '@kontor/contract/kit/api/errors'
import type { Ask, Route } from '@kontor/contract/kit/api/route'
import * as z from 'zod/mini'

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

/** The fields that a route takes, by name, with their rules. */
export function fieldsOf(route: Route): Record<string, z.ZodMiniType> {
  const schema = schemaOf(route)
  return schema && 'shape' in schema ? (schema.shape as Record<string, z.ZodMiniType>) : {} // strict objects all
}

const schemaOf = (route: Route) => route.form ?? route.body

/** What a form starts with beside its row. */
export interface Start {
  /** Values that the row does not have. */
  given?: Values
  /** Under what name the row holds a field, where that is another: `{ dates: 'available_dates' }`. */
  from?: Readonly<Record<string, string>>
}

/** What the form starts with: the row's values, else empty. `country_id` holds the row's `country`. */
export function startValues(route: Route, row: object | null, { given = {}, from = {} }: Start): Values {
  const held: Record<string, unknown> = { ...row }
  const rules = fieldsOf(route)
  // A record sent beside its id (`partner` and `partner_id`) is for older clients; the id says it all.
  const fields = Object.keys(rules).filter((name) => name !== 'version' && !(`${name}_id` in rules))
  const values = fields.map((name) => [
    name,
    held[from[name] ?? name.replace(/_id$/, '')] ?? held[name] ?? '',
  ])
  const files = Object.keys(route.files ?? {}).map((name) => [name, null])
  return { ...Object.fromEntries([...values, ...files]), ...given }
}

/** Whether a field must be filled: its own rule says so, or the route for a file. */
export function isRequired(route: Route, name: string): boolean {
  const rule = fieldsOf(route)[name]
  if (!rule) return route.files?.[name]?.required ?? false
  return [undefined, null, ''].every((empty) => !z.safeParse(rule, empty).success)
}

/** What is sent for a value: of a chosen record its id, of several theirs. */
export const plain = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(plain) : isChoice(value) ? value.id : value

/** The first way of saying 'nothing' that a field's rule takes; null when it must be filled. */
function nothingFor(rule: z.ZodMiniType) {
  const ways = ['', null, undefined].filter((empty) => z.safeParse(rule, empty).success)
  return ways.length > 0 ? ways[0] : null
}

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
export function wrongFields(route: Route, values: Values): FieldErrors {
  const schema = schemaOf(route)
  const parsed = schema && z.safeParse(schema, sentValues(route, values))
  const wrong = parsed && !parsed.success ? fieldErrors(parsed.error) : {}
  for (const [name, value] of Object.entries(values))
    if (isEmpty(value) && isRequired(route, name)) wrong[name] = ['validation.field']
  return wrong
}

function sentValues(route: Route, values: Values) {
  const fields = Object.entries(fieldsOf(route)).filter(([name]) => name in values)
  const sent = fields.map(([name, rule]) => {
    const value = plain(values[name])
    return [name, route.form ? text(value) : isEmpty(value) ? nothingFor(rule) : value]
  })
  return Object.fromEntries(sent) as Values
}

/** Every field of a multipart call is text; several values are a list in JSON. */
const text = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : String(value ?? ''))

/** The call that saves: JSON or multipart as the route wants it, with the version that was read. */
export function saveInput(route: Route, values: Values, row: FormRow | null): Ask<Route> {
  const sent = sentValues(route, values)
  const version = row?.version !== undefined && 'version' in fieldsOf(route) && { version: row.version }
  const params = row && { params: { id: String(row.id) } }
  if (!route.form) return { ...params, body: { ...sent, ...version } } as Ask<Route>
  const names = Object.keys(route.files ?? {})
  const files = Object.fromEntries(names.map((name) => [name, values[name] ?? undefined]))
  return { ...params, form: { ...sent, ...version }, files } as Ask<Route>
}
