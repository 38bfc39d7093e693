import * as z from 'zod/mini'

// The schemas of JSON texts for the OpenAPI document: the JSON schema of the text alone would be just a string.
const inside = new WeakMap<object, z.ZodMiniType>()

/** The schema of the JSON in a {@link jsonText}; undefined for other schemas. */
export const jsonInside = (schema: object) => inside.get(schema)

/** A text with JSON, which is parsed and validated like a body. */
export function jsonText<T extends z.ZodMiniType>(schema: T) {
  const text = z.pipe(
    z.pipe(
      z.string().check(z.maxLength(100_000, 'error.too_large')),
      z.transform((raw, context): unknown => {
        try {
          return JSON.parse(raw) as unknown
        } catch {
          context.issues.push({ code: 'custom', message: 'validation.json', input: raw })
          return z.NEVER
        }
      }),
    ),
    schema as T & z.ZodMiniType<z.output<T>, unknown>, // any JSON is accepted as input and validated by the schema
  )
  inside.set(text, schema)
  return z.optional(text)
}
