// The routes of a generated resource, from its declaration.

import type { ListRequest } from '@kontor/contract/lib/lists/list'
import { labelledFields } from '@kontor/contract/lib/resources/fields'
import { importColumnsOf, keyFieldsOf } from '@kontor/contract/lib/resources/import-columns'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { type Kysely, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Schema } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { orNotFound } from '../http/http-error.ts'
import type { Handler } from '../http/register-route.ts'
import type { ListName } from '../imports/importable-lists.ts'
import { requireUnlocked } from '../imports/lock.ts'
import { namedResourceImporter } from '../imports/records/resource-importer.ts'
import { registerImports } from '../imports/routes.ts'
import { batchesById, listAll, streamAll } from '../lists/list.ts'
import { allOrFile, pageOrFile, streamOrFile } from '../lists/respond.ts'
import { sourcePer } from '../lists/source.ts'
import { columnsWith } from './field-columns.ts'
import {
  createRecord,
  getRow,
  type RecordTable,
  requireRecord,
  toggleRecord,
  updateImportable,
} from './records.ts'
import { registerUpdate, updateById } from './register-update.ts'
import { sourceOf, sourceWithin } from './source.ts'
import { registerTableErrors, tableOf } from './table.ts'

// biome-ignore lint/suspicious/noExplicitAny: what is written into a table that only the declaration names
type AnyRecord = any

/** Other tables that affect a resource. */
export interface Neighbours {
  /** Lists whose imports may be about to reference a record. */
  usedBy: readonly ListName[]
  /** How a sheet names the records of another table. */
  nameOf: (table: string) => { name: string; numbered: boolean }
}

/**
 * Registers the routes of a resource: list, files, active records, one record or those of a parent, add, change,
 * toggle, import.
 */
export function registerResource(context: AppContext, resource: Resource, neighbours: Neighbours) {
  const { registerRoute, db } = context
  registerTableErrors(tableOf(resource), resource.fields)
  const routes = routesOf(resource)
  const source = sourceOf(resource)
  // track_versions() applies to it, and all resources are importable
  const table = tableOf(resource) as RecordTable & ListName
  serveLists(context, resource)
  const switchOne = (id: number, target?: boolean) =>
    inTransaction(db, async (tx) => {
      for (const list of [table, ...neighbours.usedBy]) await requireUnlocked(tx, list)
      return toggleRecord(tx, table, id, target)
    })
  if ('one' in routes) registerRoute(routes.one, ({ params }) => getRow(db, source, params.id))
  else {
    registerRoute(routes.ofParent, ({ params }) => listOfParent(db, resource, params.id))
    registerRoute(routes.toggleOfParent, async ({ params, body }) => {
      await requireParent(db, resource, params)
      return switchOne(params.id, body?.is_active)
    })
  }
  registerRoute(routes.create, ({ body: { version: _, ...input } }) =>
    inTransaction(db, async (tx) => {
      await requireUnlocked(tx, table)
      return createRecord(tx, table, source, columnValues(resource, input))
    }),
  )
  const update: Handler<typeof routes.update> = ({ params, body: { version, ...input } }) => {
    const values = { ...columnValues(resource, input), version: version as number | undefined }
    return updateImportable(db, table, source, params.id, values)
  }
  const one = updateById(routes.update.body, (id) => getRow(db, source, id))
  registerUpdate(registerRoute, [routes.update, routes.patch], one, update)
  registerRoute(routes.toggle, ({ params, body }) => switchOne(params.id, body?.is_active))
  registerImports(context, routes, {
    labels: resource.labels,
    layout: () => importColumnsOf(resource),
    imported: () => ({ importDefinition: importOf(resource, table, neighbours) }),
    rows: () => batchesById(context.reads, source) as AsyncGenerator<AnyRecord[]>, // of a generic resource
  })
}

/** Registers the lists: all records, paged or whole, optionally of one parent, also as a file; and the active ones. */
function serveLists({ registerRoute, db, reads }: AppContext, resource: Resource) {
  const routes = routesOf(resource)
  const source = sourceOf(resource)
  if ('all' in routes) {
    const within = sourcePer((parent: number) => sourceWithin(resource, parent))
    registerRoute(routes.index, ({ body, locale }) => {
      const parent = resource.parent && (body as Record<string, unknown>)[resource.parent]
      return pageOrFile(reads, typeof parent === 'number' ? within(parent) : source, body, locale)
    })
    registerRoute(routes.all, ({ query, locale }) => streamOrFile(reads, source, query, locale))
  } else {
    // The query is a list's; TypeScript cannot infer that for a generic resource.
    registerRoute(routes.index, ({ query, locale }) =>
      allOrFile(reads, source, query as unknown as ListRequest, locale),
    )
  }
  const active = { show_only_active: true }
  registerRoute(routes.active, () =>
    resource.large ? streamAll(db, source, active) : listAll(db, source, active),
  )
}

const importOf = (resource: Resource, list: ListName, { nameOf }: Neighbours) =>
  namedResourceImporter({
    list,
    fields: labelledFields(resource.fields),
    layout: importColumnsOf(resource),
    key: keyFieldsOf(resource),
    referred: ({ to }) => ({ table: to, ...nameOf(to) }),
  })

/** The column values of a form's input. */
const columnValues = ({ fields }: Resource, input: Record<string, unknown>): AnyRecord =>
  columnsWith(fields, (field) => input[field])

/** The records of a parent, by name. Throws 404 when the parent does not exist. */
async function listOfParent(db: Kysely<Schema>, resource: Resource, id: number) {
  const { name, names = 'name' } = resource
  const { field, to } = parentOf(resource)
  await requireRecord(db, to as keyof Schema, id) // a declared table
  const source = sourceOf(resource)
  return source
    .rows(db)
    .where(sql.ref(`${name}.${field}`), '=', id)
    .orderBy(sql.ref(`${name}.${names}`))
    .orderBy(source.id)
    .execute()
}

/** Throws 404 when the record does not belong to this parent. */
async function requireParent(db: Kysely<Schema>, resource: Resource, { parent, id }: Nested) {
  const parentColumn = sql.ref(parentOf(resource).field)
  const { rows } = await sql`
    SELECT id FROM ${sql.table(resource.name)} WHERE id = ${id} AND ${parentColumn} = ${parent}`.execute(db)
  orNotFound(rows[0])
}
interface Nested {
  parent: number
  id: number
}

function parentOf({ name, fields, parent = '' }: Resource) {
  const field = fields[parent]
  if (field?.kind !== 'reference') throw new Error(`${name} has no reference field '${parent}'`)
  return { field: parent, to: field.to }
}
