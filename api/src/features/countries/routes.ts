import { countries } from '@kontor/contract/countries'
import type { Kontor } from '../../kit/kontor.ts'
import { listAll } from '../../kit/list.ts'
import { createRecord, getRow, toggle, updateRecord } from '../../kit/records.ts'
import { allOrFile } from '../../kit/report.ts'
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
