import { countries } from '@kontor/contract/countries'
import { listAll } from '../../kit/list/list.ts'
import { allOrFile } from '../../kit/list/report.ts'
import { createRecord, getRow, toggle, updateRecord } from '../../kit/records/records.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { countrySource } from './queries.ts'

export function countryRoutes({ serve, db }: Kontor) {
  serve(countries.index, ({ query, locale }) => allOrFile(db, countrySource, query, locale))
  serve(countries.active, () => listAll(db, countrySource, { show_only_active: true }))
  serve(countries.one, ({ params }) => getRow(db, countrySource, params.id))
  serve(countries.create, ({ body: { version: _, ...fields } }) =>
    createRecord(db, 'countries', countrySource, fields),
  )
  serve(countries.update, ({ params, body }) => updateRecord(db, 'countries', countrySource, params.id, body))
  serve(countries.toggle, ({ params, body }) => toggle(db, 'countries', params.id, body?.is_active))
}
