// resource: everything that the server does for a plain resource, made from its declaration. Also entered at table.ts
// (the types of its table).

import type { Route } from '@kontor/contract/kit/api/route'
import { figureOf } from '@kontor/contract/kit/numbers/figure'
import type { Fields } from '@kontor/contract/kit/resource/fields'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import { type RoutesOf, routesOf } from '@kontor/contract/kit/resource/routes'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { listAll } from '../list/list.ts'
import { allOrFile } from '../list/report.ts'
import { createRecord, getRow, type RecordTable, toggle, updateRecord } from '../records/records.ts'
import type { Kontor } from '../serve/kontor.ts'
import { found } from '../serve/refusal.ts'
import type { Handler } from '../serve/serve.ts'
import { sourceOf } from './source.ts'
import { explainTable, tableOf } from './table.ts'

/** What a resource does in a way of its own: handlers of its calls, by their names. */
export type Slots<R extends Resource = Resource> = {
  [K in keyof RoutesOf<R>]?: RoutesOf<R>[K] extends infer Call extends Route ? Handler<Call> : never
}

// biome-ignore lint/suspicious/noExplicitAny: what is written into a table that only the declaration names
type AnyRecord = any

/** Mounts the calls of a resource: list, files, active ones, one, add, change, toggle. */
export function serveResource({ serve, db }: Kontor, resource: Resource, own: Slots = {}) {
  explainTable(resource)
  const routes = routesOf(resource)
  const source = sourceOf(resource)
  const table = tableOf(resource) as RecordTable // keep_record() made it one
  serve(routes.index, own.index ?? (({ query, locale }) => allOrFile(db, source, query, locale)))
  serve(routes.active, own.active ?? (() => listAll(db, source, { show_only_active: true })))
  if ('one' in routes) serve(routes.one, ({ params }) => getRow(db, source, params.id))
  else serve(routes.ofParent, ({ params }) => listOfParent(db, resource, params.id))
  serve(
    routes.create,
    own.create ??
      (({ body: { version: _, ...given } }) =>
        createRecord(db, table, source, columnsOf(resource.fields, given))),
  )
  serve(
    routes.update,
    own.update ??
      (({ params, body: { version, ...given } }) => {
        const values = { ...columnsOf(resource.fields, given), version: version as number | undefined }
        return updateRecord(db, table, source, params.id, values)
      }),
  )
  serve(routes.toggle, own.toggle ?? (({ params, body }) => toggle(db, table, params.id, body?.is_active)))
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
  const { name, fields, parent = '' } = resource
  const field = fields[parent]
  if (field?.kind !== 'reference') throw new Error(`${name} says no reference '${parent}'`)
  const { rows } = await sql`SELECT id FROM ${sql.table(field.to)} WHERE id = ${id}`.execute(db)
  found(rows[0])
  const source = sourceOf(resource)
  return source
    .rows(db)
    .where(sql.ref(`${name}.${parent}`), '=', id)
    .orderBy(sql.ref(`${name}.name`))
    .orderBy(source.id)
    .execute()
}
