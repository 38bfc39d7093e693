import type { Route } from '../http/route.ts'
import type { Column, ListDefinition } from './list.ts'

// By the schema of its filters, which a call keeps that takes more than a list's body.
const definitions = new WeakMap<object, ListDefinition>()

/** Says of a schema of filters whose they are. */
export const markList = (filters: object, definition: ListDefinition) =>
  void definitions.set(filters, definition)

/** The list that a call answers, when it takes the filters of one. */
export function listAskedBy({ body, query }: Pick<Route, 'body' | 'query'>): ListDefinition | undefined {
  for (const part of [body, query]) {
    const shape = part && 'shape' in part ? (part.shape as Record<string, object | undefined>) : {} // an object's fields
    const definition = shape.filters && definitions.get(shape.filters)
    if (definition) return definition
  }
  return undefined
}

/** What a filter is called by and understood as, be it a column's or not. */
export const filterColumn = (
  { columns, filters }: Pick<ListDefinition, 'columns' | 'filters'>,
  key: string,
): Column | undefined => (Object.hasOwn(columns, key) ? columns[key] : filters?.[key])
