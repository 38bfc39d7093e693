import type { Route } from '@kontor/contract/lib/http/route'
import type { Field, Fields } from '@kontor/contract/lib/resources/fields'
import * as z from 'zod/mini'

/** The rule of a form field. */
interface FieldRule {
  check: z.ZodMiniType
  /** A value is required. */
  required: boolean
  /** Value in a new record's form. */
  empty: '' | false
  /** The value sent for an empty field; null when one is required. */
  nothing: '' | null | undefined
}

/** The fields of a route by name, with their rules. Computed once, not per keystroke. */
export interface FormRules {
  route: Route
  schema: z.ZodMiniType | undefined
  fields: Readonly<Record<string, FieldRule>>
  /** The declared fields, if any. */
  declared: Fields
}

const rulesByRoute = new WeakMap<Route, FormRules>()

/**
 * The rules of a route's form: from `declared`, else derived from the route's schema. A route has one
 * declaration: the first call decides.
 */
export function rulesOfRoute(route: Route, declared: Fields = {}): FormRules {
  const known = rulesByRoute.get(route) ?? findRules(route, declared)
  rulesByRoute.set(route, known)
  return known
}

function findRules(route: Route, declared: Fields): FormRules {
  const schema = route.form ?? route.body
  const shape = schema && 'shape' in schema ? (schema.shape as Record<string, z.ZodMiniType>) : {} // all are strict objects
  const rules = Object.entries(shape).map(([name, check]) => {
    const field = declared[name]
    return [name, { check, ...(field ? ruleFromDeclaration(field) : requirementOf(check)) }] as const
  })
  return { route, schema, declared, fields: Object.fromEntries(rules) }
}

/** An empty flag is false. */
const ruleFromDeclaration = ({ kind, required }: Field) => ({
  required: required === true && kind !== 'flag',
  empty: kind === 'flag' ? (false as const) : ('' as const),
  nothing: kind === 'text' && !required ? ('' as const) : null,
})

/** The first empty value that a field's rule accepts; without one the field is required. */
function requirementOf(check: z.ZodMiniType) {
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
