import { stores } from '@kontor/contract/stores'
import type { Kontor } from '../../kit/kontor.ts'
import { listAll } from '../../kit/list.ts'
import { allOrFile } from '../../kit/report.ts'
import { appStoreRoutes } from './app/routes.ts'
import { storeContactRoutes } from './contacts/routes.ts'
import { createStore, storeSource, toggleStore, updateStore } from './queries.ts'

export function storeRoutes(kontor: Kontor) {
  const { serve, db } = kontor
  serve(stores.index, ({ query, locale }) => allOrFile(db, storeSource, query, locale))
  serve(stores.active, () => listAll(db, storeSource, { show_only_active: true }))
  serve(stores.create, ({ body }) => createStore(db, body))
  serve(stores.update, ({ params, body }) => updateStore(db, params.id, body))
  serve(stores.updateByBody, ({ body: { id, ...fields } }) => updateStore(db, id, fields))
  serve(stores.toggle, ({ params, body }) => toggleStore(db, params.id, body?.is_active))
  serve(stores.activateDeactivate, ({ params, body }) => toggleStore(db, params.id, body?.is_active))
  storeContactRoutes(kontor)
  appStoreRoutes(kontor)
}
