import * as z from 'zod/mini'
import { id, idParams, idText, recordShape, toggleBody, toggleResponse } from '../fields/fields.ts'
import { route } from '../http/route.ts'
import type { SheetColumns } from '../imports/columns.ts'
import { importResult, sheetRoutes } from '../imports/imports.ts'
import { type ListDefinition, listBody, PAGE_OR_FILE, paged } from '../lists/list.ts'
import { type Nouns, records } from '../lists/records.ts'
import { listOf } from './columns.ts'
import type { Fields } from './fields.ts'
import { importColumnsOf } from './import-columns.ts'
import { inside } from './labels.ts'
import { orderChecks } from './order.ts'
import type { ColumnName, Resource } from './resource.ts'
import { type RowShape, type Rules, rowShapeOf, rulesOf } from './rules.ts'
import type { RecordOf } from './values.ts'

type Calls<N extends string, F extends Fields> = ReturnType<
  typeof records<N, RowShape<F>, Rules<F>, ColumnName<F>>
>
type Row<F extends Fields> = z.ZodMiniType<RecordOf<Resource<string, F>>>
type One<F extends Fields> = ReturnType<typeof oneRoute<Row<F>>>
type Sheets<N extends string> = ReturnType<typeof sheetRoutes<N, SheetColumns, typeof importResult>>
type OfParent<F extends Fields> = ReturnType<typeof ofParentRoute<Row<F>>>

type Large<F extends Fields> = ReturnType<typeof pagedRoute<Row<F>, ColumnName<F>>>

/**
 * The routes of a resource; `one` is the route of a record, `ofParent` instead that of a parent's records. A large
 * resource has a paged `index`, and `all` besides it.
 */
export type RoutesOf<R> =
  R extends Resource<infer N, infer F, infer P, infer L>
    ? (L extends true
        ? Omit<Calls<N, F>, 'index'> & { index: Large<F>; all: Calls<N, F>['index'] }
        : Calls<N, F>) &
        Sheets<N> &
        (P extends string
          ? { ofParent: OfParent<F>; toggleOfParent: ReturnType<typeof toggleOfParentRoute> }
          : { one: One<F> })
    : never

const made = new WeakMap<object, object>()

/** The routes of a resource, cached. */
export function routesOf<const R extends Resource>(resource: R): RoutesOf<R> {
  const routes = made.get(resource) ?? makeRoutes(resource)
  made.set(resource, routes)
  return routes as RoutesOf<R> // made by the same functions
}

function makeRoutes(resource: Resource) {
  const { name, fields, labels: words, parent, large, pickedFor = [] } = resource
  const row = rowShapeOf(fields)
  const list: ListDefinition = listOf(resource)
  const response = z.object({ ...recordShape, ...row })
  const nouns = { one: inside(words.en.one), many: inside(words.en.title) }
  const calls = records(name, {
    row,
    nouns,
    fields: rulesOf(fields),
    list,
    pickedFor,
    checks: orderChecks(fields),
  })
  const ofOwner = parent && `of a ${inside(fields[parent]?.label.en ?? parent)}`
  return {
    ...calls,
    ...(large && { index: pagedRoute(resource, response, list, nouns), all: calls.index }),
    ...sheetRoutes(name, importColumnsOf(resource), importResult, nouns.many),
    ...(parent
      ? {
          ofParent: ofParentRoute(resource, response, `List ${nouns.many} ${ofOwner}`),
          toggleOfParent: toggleOfParentRoute(resource, `Deactivate or restore ${nouns.one} ${ofOwner}`),
        }
      : { one: oneRoute(resource, response, `Get ${nouns.one}`) }),
  }
}

/** A list's body with the id of the parent whose records are listed: `partner_id`. */
const withParent = <B extends z.ZodMiniObject>(body: B, parent: string) =>
  z.extend(body, { [parent]: z.optional(id) }) as unknown as B // an extension accepts what the body accepted

const pagedRoute = <S extends z.ZodMiniType, C extends string>(
  { name, parent }: Resource,
  row: S,
  list: ListDefinition<C>,
  { many }: Nouns,
) =>
  route({
    method: 'POST',
    path: `/api/${name}/index`,
    audience: 'staff',
    permission: `${name}.see`,
    summary: `Search ${many}`,
    description: parent ? `${PAGE_OR_FILE} \`${parent}\` restricts it to that record.` : PAGE_OR_FILE,
    body: parent ? withParent(listBody(list), parent) : listBody(list),
    response: paged(row),
  })

const toggleOfParentRoute = ({ name }: Resource, summary: string) =>
  route({
    method: 'DELETE',
    path: `/api/${name}/:parent/:id`,
    audience: 'staff',
    permission: `${name}.change`,
    summary,
    description: 'Returns 404 if it belongs to another record.',
    params: z.strictObject({ parent: idText, id: idText }),
    body: toggleBody,
    response: toggleResponse,
  })

const oneRoute = <S extends z.ZodMiniType>({ name }: Resource, row: S, summary: string) =>
  route({
    method: 'GET',
    path: `/api/${name}/:id`,
    audience: 'staff',
    permission: `${name}.see`,
    summary,
    params: idParams,
    response: row,
  })

const ofParentRoute = <S extends z.ZodMiniType>(
  { name, pickedFor = [] }: Resource,
  row: S,
  summary: string,
) =>
  route({
    method: 'GET',
    path: `/api/${name}/:id`,
    audience: 'staff',
    permission: [`${name}.see`, ...pickedFor],
    summary,
    params: idParams,
    response: z.array(row),
  })
