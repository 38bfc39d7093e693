// resource: everything that the server does for a plain resource, made from its declaration. Also entered at source.ts
// (how its list is read) and table.ts (the types of its table).

import type { Locale } from '@kontor/contract/kit/api/locales'
import type { Route } from '@kontor/contract/kit/api/route'
import type { ListRequest } from '@kontor/contract/kit/list/list'
import { figureOf } from '@kontor/contract/kit/numbers/figure'
import { type Fields, saidFields } from '@kontor/contract/kit/resource/fields'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import { type RoutesOf, routesOf } from '@kontor/contract/kit/resource/routes'
import { keyFieldsOf, layoutOf } from '@kontor/contract/kit/resource/sheet'
import type { RecordOf } from '@kontor/contract/kit/resource/values'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { type ListName, requireUnlocked } from '../imports/lock.ts'
import { listAll, listEvery, streamAll } from '../list/list.ts'
import { allOrFile, pageOrFile, streamOrFile } from '../list/report.ts'
import { type ListSource, sourcePer } from '../list/source.ts'
import { calledImport } from '../records/recipe.ts'
import { createRecord, getRow, type RecordTable, toggleRecord, updateListed } from '../records/records.ts'
import { keptById, serveChanges } from '../records/rest-stays.ts'
import { serveImports } from '../records/serve-imports.ts'
import type { ReadFrom } from '../replica/reads.ts'
import type { Kontor } from '../serve/kontor.ts'
import { found } from '../serve/refusal.ts'
import type { Handler } from '../serve/serve.ts'
import { sourceOf, sourceWithin } from './source.ts'
import { explainTable, tableOf } from './table.ts'

/** What a resource does in a way of its own: handlers of its calls, by their names. */
export type Slots<R extends Resource = Resource> = {
  [K in keyof RoutesOf<R>]?: RoutesOf<R>[K] extends infer Call extends Route ? Handler<Call> : never
}

// biome-ignore lint/suspicious/noExplicitAny: what is written into a table that only the declaration names
type AnyRecord = any

interface Asked {
  query: ListRequest
}

/** What other lists have to do with a resource, by the names of their tables. */
export interface Neighbours {
  /** Lists whose imports may be about to use a record. */
  usedBy: readonly ListName[]
  /** How the records of another table are called in a sheet. */
  called: (table: string) => { name: string; numbered: boolean }
}

/** Mounts the calls of a resource: list, files, active ones, one or those of a parent, add, change, toggle, import. */
export function serveResource(kontor: Kontor, resource: Resource, neighbours: Neighbours, own: Slots = {}) {
  const { serve, db } = kontor
  explainTable(resource)
  const routes = routesOf(resource)
  const source = sourceOf(resource)
  const table = tableOf(resource) as RecordTable & ListName // keep_record() made it one, and all are imported
  serveLists(kontor, resource, own)
  const switchOne = (id: number, target?: boolean) =>
    inTransaction(db, async (tx) => {
      for (const list of [table, ...neighbours.usedBy]) await requireUnlocked(tx, list)
      return toggleRecord(tx, table, id, target)
    })
  if ('one' in routes) serve(routes.one, ({ params }) => getRow(db, source, params.id))
  else {
    serve(routes.ofParent, ({ params }) => listOfParent(db, resource, params.id))
    serve(routes.toggleOfParent, async ({ params, body }) => {
      await requireParent(db, resource, params)
      return switchOne(params.id, body?.is_active)
    })
  }
  serve(
    routes.create,
    own.create ??
      (({ body: { version: _, ...given } }) =>
        inTransaction(db, async (tx) => {
          await requireUnlocked(tx, table)
          return createRecord(tx, table, source, columnsOf(resource.fields, given))
        })),
  )
  const update: Handler<typeof routes.update> =
    own.update ??
    (({ params, body: { version, ...given } }) => {
      const values = { ...columnsOf(resource.fields, given), version: version as number | undefined }
      return updateListed(db, table, source, params.id, values)
    })
  const one = keptById(routes.update.body, (id) => getRow(db, source, id))
  serveChanges(serve, [routes.update, routes.patch], one, update)
  serve(routes.toggle, own.toggle ?? (({ params, body }) => switchOne(params.id, body?.is_active)))
  serveImports(kontor, routes, {
    title: { cnr: resource.words.cnr.title, en: resource.words.en.title },
    layout: layoutOf(resource),
    imported: () => ({ recipe: importOf(resource, table, neighbours) }),
    rows: () => rowsOf(kontor.reads, source),
  })
}

/** All of them, paged or whole and perhaps of one parent, as a file too; and the active ones. */
function serveLists({ serve, db, reads }: Kontor, resource: Resource, own: Slots) {
  const routes = routesOf(resource)
  const source = sourceOf(resource)
  if ('all' in routes) {
    const within = sourcePer((parent: number) => sourceWithin(resource, parent))
    serve(routes.index, ({ body, locale }) => {
      const parent = resource.parent && (body as Record<string, unknown>)[resource.parent]
      return pageOrFile(reads, typeof parent === 'number' ? within(parent) : source, body, locale)
    })
    serve(routes.all, ({ query, locale }) => streamOrFile(reads, source, query, locale))
  } else {
    // Its query is a list's, as everywhere; of a resource in general TypeScript cannot tell.
    const answer = (call: unknown, locale: Locale) => allOrFile(reads, source, (call as Asked).query, locale)
    serve(routes.index, own.index ?? ((call) => answer(call, call.locale)))
  }
  const active = { show_only_active: true }
  serve(
    routes.active,
    own.active ?? (() => (resource.large ? streamAll(db, source, active) : listAll(db, source, active))),
  )
}

const importOf = (resource: Resource, list: ListName, { called }: Neighbours) =>
  calledImport({
    ...{ list, fields: saidFields(resource.fields), layout: layoutOf(resource), key: keyFieldsOf(resource) },
    referred: ({ to }) => ({ table: to, ...called(to) }),
  })

async function* rowsOf(from: ReadFrom, source: ListSource<RecordOf<Resource>>): AsyncGenerator<AnyRecord> {
  for await (const rows of listEvery(from, source)) yield* rows
}

/** The columns that a form's values are stored in: of a figure the number, and whether it is a percentage. */
function columnsOf(fields: Fields, given: Record<string, unknown>): AnyRecord {
  const columns = Object.entries(given).flatMap(([field, value]) => {
    if (fields[field]?.kind !== 'figure' || typeof value !== 'string') return [[field, value] as const]
    const figure = figureOf(value)
    return [[field, figure.value] as const, [`${field}_percent`, figure.percent] as const]
  })
  return Object.fromEntries(columns)
}

/** The records of a parent, by name. Refuses with 404 when there is no such parent. */
async function listOfParent(db: Kysely<Schema>, resource: Resource, id: number) {
  const { name, names = 'name' } = resource
  const { field, to } = parentOf(resource)
  const { rows } = await sql`SELECT id FROM ${sql.table(to)} WHERE id = ${id}`.execute(db)
  found(rows[0])
  const source = sourceOf(resource)
  return source
    .rows(db)
    .where(sql.ref(`${name}.${field}`), '=', id)
    .orderBy(sql.ref(`${name}.${names}`))
    .orderBy(source.id)
    .execute()
}

/** Refuses with 404 when the record is not one of this parent's. */
async function requireParent(db: Kysely<Schema>, resource: Resource, { parent, id }: Nested) {
  const own = sql.ref(parentOf(resource).field)
  const { rows } = await sql`
    SELECT id FROM ${sql.table(resource.name)} WHERE id = ${id} AND ${own} = ${parent}`.execute(db)
  found(rows[0])
}
interface Nested {
  parent: number
  id: number
}

function parentOf({ name, fields, parent = '' }: Resource) {
  const field = fields[parent]
  if (field?.kind !== 'reference') throw new Error(`${name} says no reference '${parent}'`)
  return { field: parent, to: field.to }
}
