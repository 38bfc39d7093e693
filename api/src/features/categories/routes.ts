import { categories } from '@kontor/contract/categories'
import { listAll } from '../../kit/list/list.ts'
import { allOrFile } from '../../kit/list/report.ts'
import { createRecord, getRow, updateRecord } from '../../kit/records/records.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { categorySource, toggleCategory } from './queries.ts'

export function categoryRoutes({ serve, db }: Kontor) {
  serve(categories.index, ({ query, locale }) => allOrFile(db, categorySource, query, locale))
  serve(categories.active, () => listAll(db, categorySource, { show_only_active: true }))
  serve(categories.one, ({ params }) => getRow(db, categorySource, params.id))
  serve(categories.create, ({ body: { version: _, ...fields } }) =>
    createRecord(db, 'categories', categorySource, fields),
  )
  serve(categories.update, ({ params, body }) =>
    updateRecord(db, 'categories', categorySource, params.id, body),
  )
  serve(categories.toggle, ({ params, body }) => toggleCategory(db, params.id, body?.is_active))
}
