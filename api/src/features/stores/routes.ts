import { stores } from '@kontor/contract/stores'
import { listAll } from '../../kit/list/list.ts'
import { allOrFile } from '../../kit/list/report.ts'
import { createRecord, toggle, updateRecord } from '../../kit/records/records.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { storeContactRoutes } from './contacts/routes.ts'
import { appStoreRoutes } from './portal/routes.ts'
import { storeSource } from './queries.ts'

export function storeRoutes(kontor: Kontor) {
  const { serve, db } = kontor
  serve(stores.index, ({ query, locale }) => allOrFile(db, storeSource, query, locale))
  serve(stores.active, () => listAll(db, storeSource, { show_only_active: true }))
  serve(stores.create, ({ body: { version: _, ...fields } }) =>
    createRecord(db, 'stores', storeSource, fields),
  )
  serve(stores.update, ({ params, body }) => updateRecord(db, 'stores', storeSource, params.id, body))
  serve(stores.updateByBody, ({ body: { id, ...fields } }) =>
    updateRecord(db, 'stores', storeSource, id, fields),
  )
  serve(stores.toggle, ({ params, body }) => toggle(db, 'stores', params.id, body?.is_active))
  serve(stores.activateDeactivate, ({ params, body }) => toggle(db, 'stores', params.id, body?.is_active))
  storeContactRoutes(kontor)
  appStoreRoutes(kontor)
}
