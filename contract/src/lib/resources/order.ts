import * as z from 'zod/mini'
import type { Field, Fields } from './fields.ts'

/** A rule between two fields: the other field, the comparison that is an error, and the message key. */
interface Order {
  against: string
  key: string
  isWrong: (own: unknown, other: unknown) => boolean
}

/** The rule between a field and another one; a violation is reported at the field itself. */
export function orderOf(field: Field): Order | undefined {
  if (field.kind === 'day' && field.notBefore)
    return {
      against: field.notBefore,
      key: 'validation.day_order',
      isWrong: (own, other) => typeof own === 'string' && typeof other === 'string' && own < other,
    }
  if (field.kind === 'count' && field.notAbove)
    return {
      against: field.notAbove,
      key: field.message ?? 'validation.number',
      isWrong: (own, other) => typeof own === 'number' && typeof other === 'number' && own > other,
    }
}

/** The checks between fields in a form; a field with an error of its own is not checked. */
export const orderChecks = (fields: Fields) =>
  Object.entries<Field>(fields).flatMap(([name, field]) => {
    const order = orderOf(field)
    if (!order) return []
    const { against, key, isWrong } = order
    const isRight = (sent: Record<string, unknown>) => !isWrong(sent[name], sent[against])
    return [
      z.refine<Record<string, unknown>>(isRight, {
        path: [name],
        message: key,
        when: ({ value, issues }) =>
          typeof value === 'object' &&
          value !== null &&
          issues.every(({ path }) => path?.[0] !== name && path?.[0] !== against),
      }),
    ]
  })
