import { cities } from '@kontor/contract/cities'
import { listAll } from '../../kit/list/list.ts'
import { allOrFile } from '../../kit/list/report.ts'
import { createRecord, updateRecord } from '../../kit/records/records.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { citySource, listCitiesOf, toggleCity } from './queries.ts'

export function cityRoutes({ serve, db }: Kontor) {
  serve(cities.index, ({ query, locale }) => allOrFile(db, citySource, query, locale))
  serve(cities.active, () => listAll(db, citySource, { show_only_active: true }))
  serve(cities.ofCountry, ({ params }) => listCitiesOf(db, params.id))
  serve(cities.create, ({ body: { version: _, ...fields } }) =>
    createRecord(db, 'cities', citySource, fields),
  )
  serve(cities.update, ({ params, body }) => updateRecord(db, 'cities', citySource, params.id, body))
  serve(cities.toggle, ({ params, body }) => toggleCity(db, params.id, body?.is_active))
}
