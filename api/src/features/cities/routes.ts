import { cities } from '@kontor/contract/cities'
import type { Kontor } from '../../kit/kontor.ts'
import { listAll } from '../../kit/list.ts'
import { allOrFile } from '../../kit/report.ts'
import { citySource, createCity, listCitiesOf, toggleCity, updateCity } from './queries.ts'

export function cityRoutes({ serve, db }: Kontor) {
  serve(cities.index, ({ query, locale }) => allOrFile(db, citySource, query, locale))
  serve(cities.active, () => listAll(db, citySource, { show_only_active: true }))
  serve(cities.ofCountry, ({ params }) => listCitiesOf(db, params.id))
  serve(cities.create, ({ body }) => createCity(db, body))
  serve(cities.update, ({ params, body }) => updateCity(db, params.id, body))
  serve(cities.toggle, ({ params, body }) => toggleCity(db, params.id, body?.is_active))
}
