import type * as z from 'zod/mini'

// `npm test` sends an invalid value once to each distinct rule, `npm run test:exhaustive` to every field of every
// route.

export const exhaustive = process.env.KONTOR_TEST_EXHAUSTIVE === '1'

/** True for the first field of those that share a rule, and for every one in the exhaustive run. */
export function firstOfRule() {
  const tried = new Set<string>()
  return (...rule: unknown[]) => {
    const key = rule.join('\n')
    if (tried.has(key)) return exhaustive
    tried.add(key)
    return true
  }
}

/** Picks another entry of a list at each call, so that fields with the same rule together try all of them. */
export function alternating() {
  let at = 0
  return <Item>(list: readonly Item[]) => list[at++ % list.length] as Item
}

interface Schema {
  _zod: { def: Described }
}
interface Described {
  type?: string
  catchall?: Schema
  checks?: unknown
  shape?: Record<string, Schema>
  innerType?: Schema
  in?: Schema
  out?: Schema
  options?: Schema[]
}

/** Describes the rule of a field: its kind, limits and the source of its checks. Equal rules have the same text. */
export function ruleOf(schema: z.ZodMiniType, path: readonly string[]): string {
  let field: Schema | undefined = schema as unknown as Schema // Zod's public properties
  for (const name of path) field = shapeOf(field)?.[name]
  return field ? written(field) : path.join('.')
}

function shapeOf(schema: Schema | undefined): Record<string, Schema> | undefined {
  if (!schema) return undefined
  const { shape, innerType, in: before, out, options = [] } = schema._zod.def
  if (shape) return shape
  for (const inner of [innerType, before, out, ...options]) {
    const found = shapeOf(inner)
    if (found) return found
  }
  return undefined
}

const known = new WeakMap<Schema, string>()

function written(schema: Schema): string {
  const rule =
    known.get(schema) ??
    JSON.stringify(schema, (_, value: unknown) => {
      if (typeof value === 'function' || value instanceof RegExp) return String(value)
      if (value instanceof Set || value instanceof Map) return [...value]
      if (typeof value !== 'object' || value === null) return value
      const { def } = '_zod' in value ? (value as Schema)._zod : { def: value as Described }
      // The options of an enum are equivalent, and the fields of an object have rules of their own.
      return def.shape || def.type === 'enum'
        ? { type: def.type, catchall: def.catchall, checks: def.checks }
        : def
    })
  known.set(schema, rule)
  return rule
}
