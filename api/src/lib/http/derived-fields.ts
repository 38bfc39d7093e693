import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import type { Route } from '@kontor/contract/lib/http/route'

type Json = Record<string, unknown>

/**
 * The fields of a JSON body, which may be a row as it was fetched. Fields that the route only answers are dropped, a
 * nested record (`country`) stands for a missing `country_id`, and an id other than that of the path is an error.
 * Routes that create or run anew at every call, and PATCH, reject unknown fields instead.
 */
export function fieldsOf(
  route: Route,
  body: unknown,
  address: unknown,
): { fields: unknown; errors: FieldErrors } {
  const accepted = shapeOf(route.body)
  const shown = shapeOf(route.response)
  const isRow =
    accepted && shown && 'version' in shown && route.idempotent !== true && route.method !== 'PATCH'
  if (!isRow || !isObject(body)) return { fields: body, errors: {} }
  const fields = { ...body }
  for (const name of Object.keys(accepted)) {
    const whole = name.endsWith('_id') ? name.slice(0, -3) : undefined
    if (!whole || !(whole in shown) || !(whole in fields)) continue
    const record = fields[whole]
    if (fields[name] === undefined && (isObject(record) || record === null))
      fields[name] = record?.id ?? record
    if (fields[name] !== undefined) delete fields[whole]
  }
  const { id } = (isObject(address) ? address : {}) as { id?: unknown }
  const isInBody = 'id' in accepted && !route.creates
  if (id === undefined && !isInBody) return { fields, errors: {} }
  const isAnother = 'id' in fields && !('id' in accepted) && String(fields.id) !== String(id)
  for (const name of Object.keys(shown)) if (!(name in accepted)) delete fields[name]
  return { fields, errors: isAnother ? { id: ['validation.other_id'] } : {} }
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an object schema. */
const shapeOf = (schema: Route['body'] | Route['response']): Json | undefined =>
  typeof schema === 'object' && 'shape' in schema ? (schema.shape as Json) : undefined // object schemas have a shape
