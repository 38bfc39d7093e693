import { routesOf } from '@kontor/contract/kit/resource/routes'
import { cities } from '@kontor/contract/resources/cities'
import { listAll } from '../../kit/list/list.ts'
import { allOrFile } from '../../kit/list/report.ts'
import { createRecord, updateRecord } from '../../kit/records/records.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { citySource, listCitiesOf, toggleCity } from './queries.ts'

export function cityRoutes({ serve, db }: Kontor) {
  serve(routesOf(cities).index, ({ query, locale }) => allOrFile(db, citySource, query, locale))
  serve(routesOf(cities).active, () => listAll(db, citySource, { show_only_active: true }))
  serve(routesOf(cities).ofParent, ({ params }) => listCitiesOf(db, params.id))
  serve(routesOf(cities).create, ({ body: { version: _, ...fields } }) =>
    createRecord(db, 'cities', citySource, fields),
  )
  serve(routesOf(cities).update, ({ params, body }) =>
    updateRecord(db, 'cities', citySource, params.id, body),
  )
  serve(routesOf(cities).toggle, ({ params, body }) => toggleCity(db, params.id, body?.is_active))
}
