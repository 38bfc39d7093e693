import * as z from 'zod/mini'

// What a text has to hold, for the API document: a JSON schema of the text alone would say nothing of it.
const inside = new WeakMap<object, z.ZodMiniType>()

/** The schema of what a {@link jsonText} holds; of other schemas undefined. */
export const jsonInside = (schema: object) => inside.get(schema)

/** Text that holds JSON and is then checked like a body. */
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
    schema as T & z.ZodMiniType<z.output<T>, unknown>, // any JSON may come in: the schema is there to judge it
  )
  inside.set(text, schema)
  return z.optional(text)
}
