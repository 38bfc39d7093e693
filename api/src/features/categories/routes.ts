import { routesOf } from '@kontor/contract/kit/resource/routes'
import { categories } from '@kontor/contract/resources/categories'
import { listAll } from '../../kit/list/list.ts'
import { allOrFile } from '../../kit/list/report.ts'
import { createRecord, getRow, updateRecord } from '../../kit/records/records.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { categorySource, toggleCategory } from './queries.ts'

export function categoryRoutes({ serve, db }: Kontor) {
  serve(routesOf(categories).index, ({ query, locale }) => allOrFile(db, categorySource, query, locale))
  serve(routesOf(categories).active, () => listAll(db, categorySource, { show_only_active: true }))
  serve(routesOf(categories).one, ({ params }) => getRow(db, categorySource, params.id))
  serve(routesOf(categories).create, ({ body: { version: _, ...fields } }) =>
    createRecord(db, 'categories', categorySource, fields),
  )
  serve(routesOf(categories).update, ({ params, body }) =>
    updateRecord(db, 'categories', categorySource, params.id, body),
  )
  serve(routesOf(categories).toggle, ({ params, body }) => toggleCategory(db, params.id, body?.is_active))
}
