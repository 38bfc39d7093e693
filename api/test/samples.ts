import * as z from 'zod/mini'

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  pattern?: string
}

/** Values that a rule requires beyond its JSON schema. */
const KNOWN: Record<string, unknown> = {
  price: '10',
  quantity: '1',
  username: 'proba',
  password: 'lozinka',
  type: '1',
  categories: '[1]',
  latitude: '42.44',
  longitude: '19.26',
}

const described = new WeakMap<z.ZodMiniType, JsonSchema>()

/** The JSON schema of a rule, cached because building it is slow. */
function jsonOf(schema: z.ZodMiniType): JsonSchema {
  const known = described.get(schema)
  if (known) return known
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  described.set(schema, json)
  return json
}

/** An input with every required field, valid by its JSON schema. */
export const sampleOf = (schema: z.ZodMiniType): unknown => sample(jsonOf(schema))

/** The paths of all fields of an input, including nested ones. */
export const fieldsOf = (schema: z.ZodMiniType): string[][] => fields(jsonOf(schema))

/** A sample with another value at `path`. */
export function withField(schema: z.ZodMiniType, path: string[], value: unknown): unknown {
  return put(jsonOf(schema), sampleOf(schema), path, value)
}

const inner = ({ anyOf, ...schema }: JsonSchema): JsonSchema =>
  anyOf?.find(({ type }) => type !== 'null') ?? schema

function sample(jsonSchema: JsonSchema, name = ''): unknown {
  const schema = inner(jsonSchema)
  if (name in KNOWN) return schema.type === 'array' ? [1] : KNOWN[name]
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.type === 'object') {
    const required = (schema.required ?? []).map((key) => [key, sample(schema.properties?.[key] ?? {}, key)])
    return Object.fromEntries(required)
  }
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 1
  return schema.pattern && !new RegExp(schema.pattern).test('Proba') ? '1' : 'Proba'
}

function fields(jsonSchema: JsonSchema): string[][] {
  const schema = inner(jsonSchema)
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => [
    [key],
    ...fields(child).map((path) => [key, ...path]),
  ])
}

function put(schema: JsonSchema, into: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  const child = inner(schema).properties?.[key] ?? {}
  const before = (into ?? {}) as Record<string, unknown>
  return { ...before, [key]: put(child, before[key] ?? sample(child, key), rest, value) }
}
