import type { Route } from '@kontor/contract/lib/http/route'
import type { Field, Fields } from '@kontor/contract/lib/resources/fields'
import * as z from 'zod/mini'

/** What a form knows of one of its fields. */
interface FieldRule {
  check: z.ZodMiniType
  /** It must be filled. */
  required: boolean
  /** What a new record's form shows of it. */
  empty: '' | false
  /** How nothing is sent; null when it must be filled. */
  nothing: '' | null | undefined
}

/** The fields that a route takes, by name, with their rules: found out once, not at every key that is pressed. */
export interface FormRules {
  route: Route
  schema: z.ZodMiniType | undefined
  fields: Readonly<Record<string, FieldRule>>
  /** As they are declared, where they are. */
  declared: Fields
}

const found = new WeakMap<Route, FormRules>()

/** The rules of a route's form. What its declaration does not say (`declared`), the route's own rules are asked. */
export function rulesOf(route: Route, declared: Fields = {}): FormRules {
  const known = found.get(route) ?? findRules(route, declared)
  found.set(route, known)
  return known
}

function findRules(route: Route, declared: Fields): FormRules {
  const schema = route.form ?? route.body
  const shape = schema && 'shape' in schema ? (schema.shape as Record<string, z.ZodMiniType>) : {} // strict objects all
  const rules = Object.entries(shape).map(([name, check]) => {
    const field = declared[name]
    return [name, { check, ...(field ? saidBy(field) : askedOf(check)) }] as const
  })
  return { route, schema, declared, fields: Object.fromEntries(rules) }
}

/** Of a flag nothing is its own 'no'. */
const saidBy = ({ kind, required }: Field) => ({
  required: required === true && kind !== 'flag',
  empty: kind === 'flag' ? (false as const) : ('' as const),
  nothing: kind === 'text' && !required ? ('' as const) : null,
})

/** The first empty value that a field's rule accepts; a field without one is required. */
function askedOf(check: z.ZodMiniType) {
  const emptyValues = (['', null, undefined] as const).filter((empty) => z.safeParse(check, empty).success)
  return {
    required: emptyValues.length === 0,
    empty: '' as const,
    nothing: emptyValues.length > 0 ? emptyValues[0] : null,
  }
}

/** Whether a field is required: by its rule, or by the route for a file. */
export const isRequired = ({ route, fields }: FormRules, name: string) =>
  fields[name]?.required ?? route.files?.[name]?.required ?? false
