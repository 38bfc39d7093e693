import { type Column, listOfRoute } from '@kontor/contract/lib/lists/list'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contractRoutes } from '../../../test/contract-routes.ts'
import { fileKindOf } from './export.ts'

/** The schema of a row's field, without null; undefined where the row has no such field. */
function fieldOf(response: unknown, key: string): z.core.$ZodType | undefined {
  const inner = response instanceof z.ZodMiniObject ? response.shape.result : response
  const row = inner instanceof z.ZodMiniArray ? inner.def.element : undefined
  const field = row instanceof z.ZodMiniObject ? row.shape[key] : undefined
  return field instanceof z.ZodMiniNullable ? field.def.innerType : field
}

test('files have dates, numbers and labels, never timestamps, digits as text or codes', async () => {
  const wrong: string[] = []
  for (const { name, route } of await contractRoutes()) {
    const list = listOfRoute(route)
    for (const [key, column] of Object.entries<Column>(list?.columns ?? {})) {
      const field = fieldOf(route.response, key)
      const isText = fileKindOf(column) === 'text'
      const values = field instanceof z.ZodMiniEnum ? field.options : []
      const isCode = !column.options && values.some((value) => /^[a-z]/.test(String(value))) // Chrome is a name
      const isNumber = field instanceof z.ZodMiniNumber && isText && !column.options && column.kind !== 'text'
      if (isCode || isNumber || (key.endsWith('_at') && isText)) wrong.push(`${name} ${key}`)
    }
  }
  expect(wrong).toEqual([])
})
