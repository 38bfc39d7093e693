import { routesOf } from '@kontor/contract/kit/resource/routes'
import { countries } from '@kontor/contract/resources/countries'
import { listAll } from '../../kit/list/list.ts'
import { allOrFile } from '../../kit/list/report.ts'
import { createRecord, getRow, toggle, updateRecord } from '../../kit/records/records.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { countrySource } from './queries.ts'

export function countryRoutes({ serve, db }: Kontor) {
  serve(routesOf(countries).index, ({ query, locale }) => allOrFile(db, countrySource, query, locale))
  serve(routesOf(countries).active, () => listAll(db, countrySource, { show_only_active: true }))
  serve(routesOf(countries).one, ({ params }) => getRow(db, countrySource, params.id))
  serve(routesOf(countries).create, ({ body: { version: _, ...fields } }) =>
    createRecord(db, 'countries', countrySource, fields),
  )
  serve(routesOf(countries).update, ({ params, body }) =>
    updateRecord(db, 'countries', countrySource, params.id, body),
  )
  serve(routesOf(countries).toggle, ({ params, body }) => toggle(db, 'countries', params.id, body?.is_active))
}
