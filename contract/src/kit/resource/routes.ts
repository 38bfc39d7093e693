import * as z from 'zod/mini'
import { route } from '../api/route.ts'
import { idParams, recordShape } from '../fields/fields.ts'
import type { ListDefinition } from '../list/list.ts'
import { records } from '../list/records.ts'
import { listOf } from './columns.ts'
import type { Fields } from './fields.ts'
import type { ColumnName, Resource } from './resource.ts'
import { type RowShape, type Rules, rowShapeOf, rulesOf } from './rules.ts'
import type { RecordOf } from './values.ts'

type Calls<N extends string, F extends Fields> = ReturnType<
  typeof records<N, RowShape<F>, Rules<F>, ColumnName<F>>
>
type Row<F extends Fields> = z.ZodMiniType<RecordOf<Resource<string, F>>>
type One<F extends Fields> = ReturnType<typeof oneRoute<Row<F>>>
type OfParent<F extends Fields> = ReturnType<typeof ofParentRoute<Row<F>>>

/** The calls of a resource; `one` is the call of a record, `ofParent` that of the records of a parent in its place. */
export type RoutesOf<R> =
  R extends Resource<infer N, infer F, infer P>
    ? Calls<N, F> & (P extends string ? { ofParent: OfParent<F> } : { one: One<F> })
    : never

const made = new WeakMap<object, object>()

/** The calls of a resource, made once. */
export function routesOf<const R extends Resource>(resource: R): RoutesOf<R> {
  const routes = made.get(resource) ?? makeRoutes(resource)
  made.set(resource, routes)
  return routes as RoutesOf<R> // made by the same functions
}

function makeRoutes(resource: Resource) {
  const { name, fields, words, parent, pickedFor = [] } = resource
  const row = rowShapeOf(fields)
  const list: ListDefinition = listOf(resource)
  const reply = z.object({ ...recordShape, ...row })
  return {
    ...records(name, { row, fields: rulesOf(fields), list, pickedFor }),
    ...(parent
      ? { ofParent: ofParentRoute(resource, reply, (fields[parent]?.label.en ?? parent).toLowerCase()) }
      : { one: oneRoute(resource, reply, words.en.one.toLowerCase()) }),
  }
}

const oneRoute = <S extends z.ZodMiniType>({ name }: Resource, row: S, singular: string) =>
  route({
    method: 'GET',
    path: `/api/${name}/:id`,
    audience: 'staff',
    needs: `${name}.see`,
    summary: `One ${singular}`,
    params: idParams,
    reply: row,
  })

const ofParentRoute = <S extends z.ZodMiniType>({ name, pickedFor = [] }: Resource, row: S, parent: string) =>
  route({
    method: 'GET',
    path: `/api/${name}/:id`,
    audience: 'staff',
    needs: [`${name}.see`, ...pickedFor],
    summary: `The ${name} of one ${parent}`,
    params: idParams,
    reply: z.array(row),
  })
