import { listOf } from '@kontor/contract/lib/resources/columns'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import type { RecordOf } from '@kontor/contract/lib/resources/values'
import { sql } from 'kysely'
import { column, type ListSource, listSource } from '../lists/source.ts'
import { columnSources, referredTables, selectRecords } from './field-columns.ts'
import { tableOf } from './table.ts'

const sourceByResource = new WeakMap<object, object>()

/** The list source of a resource: its table, joined with the referenced records. */
export function sourceOf<R extends Resource>(resource: R): ListSource<RecordOf<R>> {
  const source = sourceByResource.get(resource) ?? makeSource(resource)
  sourceByResource.set(resource, source)
  return source as ListSource<RecordOf<R>> // its rows have the same fields
}

function makeSource(resource: Resource) {
  const { name, fields } = resource
  const texts = Object.keys(fields).filter((field) => fields[field]?.kind === 'text')
  return listSource({
    definition: listOf(resource),
    id: sql.ref<number>(`${name}.id`),
    columns: {
      id: column(name, 'id'),
      ...columnSources(name, fields, texts), // create_resource_table() folds every text
      is_active: column(name, 'is_active'),
    },
    tables: [tableOf(resource), ...referredTables(fields)],
    rows: (db) => selectRecords(db, tableOf(resource), fields),
  })
}

/** The list source restricted to one parent. */
export function sourceWithin(resource: Resource, parent: number): ListSource<RecordOf<Resource>> {
  const source = sourceOf(resource)
  const parentColumn = sql.ref(`${resource.name}.${resource.parent}`)
  return listSource({ ...source, rows: (db) => source.rows(db).where(parentColumn, '=', parent) })
}
