import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { id, name } from '../fields/fields.ts'
import { fieldErrors } from './errors.ts'

const schema = z.strictObject({
  name: name('validation.city_name'),
  country_id: id,
  inner: z.optional(z.strictObject({ flag: z.boolean() })),
})

const errorsOf = (value: unknown) => {
  const { error } = schema.safeParse(value)
  return error ? fieldErrors(error) : {}
}

describe('field errors', () => {
  test('are all returned by path, each with its key', () => {
    expect(errorsOf({ name: 'X', inner: { flag: 'da', more: 1 }, extra: 1 })).toEqual({
      name: ['validation.city_name'],
      country_id: ['validation.field'],
      'inner.flag': ['validation.type'],
      'inner.more': ['validation.unknown_field'],
      extra: ['validation.unknown_field'],
    })
  })

  test('distinguish missing fields from wrong types', () => {
    const parsed = z.strictObject({ a: z.string(), b: z.string() }).safeParse({ b: 5 })
    expect(fieldErrors(parsed.error as z.core.$ZodError)).toEqual({
      a: ['validation.field'],
      b: ['validation.type'],
    })
  })

  test('may have names of object properties', () => {
    for (const field of ['constructor', 'toString', '__proto__', 'hasOwnProperty', '']) {
      const input = { name: 'Bar', country_id: 1, ...(JSON.parse(`{"${field}":{"x":1}}`) as object) }
      expect(Object.entries(errorsOf(input)), field).toEqual([[field, ['validation.unknown_field']]])
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('are at most twenty unknown ones, for any input', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x${i}`, 1]))
    expect(Object.keys(errorsOf({ name: 'Bar', country_id: 1, ...many }))).toHaveLength(20)
  })

  test('have message keys only, never a sentence of the library', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (first, second, inner) => {
        const keys = Object.values(errorsOf({ name: first, country_id: second, inner })).flat()
        for (const key of keys) expect(key).toMatch(/^[a-z]+\.[a-z_]+$/)
      }),
    )
  })
})
