import { storeSheet, stores } from '@kontor/contract/stores'
import { inTransaction } from '../../kit/db/transaction.ts'
import { requireUnlocked } from '../../kit/imports/lock.ts'
import { listAll } from '../../kit/list/list.ts'
import { allOrFile } from '../../kit/list/report.ts'
import { createRecord, getRow, toggleRecord, updateListed } from '../../kit/records/records.ts'
import { serveChanges } from '../../kit/records/rest-stays.ts'
import { serveImports } from '../../kit/records/serve-imports.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { storeContactRoutes } from './contacts/routes.ts'
import { appStoreRoutes } from './portal/routes.ts'
import { storeSource } from './queries.ts'
import { storeImport, storeRows } from './sheet.ts'

export function storeRoutes(kontor: Kontor) {
  const { serve, db, reads } = kontor
  const toggle = (id: number, target?: boolean) =>
    inTransaction(db, async (tx) => {
      await requireUnlocked(tx, 'stores')
      return toggleRecord(tx, 'stores', id, target)
    })
  serve(stores.index, ({ query, locale }) => allOrFile(reads, storeSource, query, locale))
  serve(stores.active, () => listAll(db, storeSource, { show_only_active: true }))
  serve(stores.create, ({ body: { version: _, ...fields } }) =>
    inTransaction(db, async (tx) => {
      await requireUnlocked(tx, 'stores')
      return createRecord(tx, 'stores', storeSource, fields)
    }),
  )
  const whole = stores.update.body
  serveChanges(
    serve,
    [stores.update, stores.patch],
    { whole, stored: ({ params }) => getRow(db, storeSource, params.id) },
    ({ params, body }) => updateListed(db, 'stores', storeSource, params.id, body),
  )
  serveChanges(
    serve,
    [stores.updateByBody],
    { whole, stored: ({ body }) => getRow(db, storeSource, body.id) },
    ({ body: { id, ...fields } }) => updateListed(db, 'stores', storeSource, id, fields),
  )
  serve(stores.toggle, ({ params, body }) => toggle(params.id, body?.is_active))
  for (const route of [stores.activateDeactivate, stores.activateDeactivatePost])
    serve(route, ({ params, body }) => toggle(params.id, body?.is_active))
  for (const route of [stores.activateDeactivateByBody, stores.activateDeactivateByBodyPost])
    serve(route, ({ body }) => toggle(body.id, body.is_active))
  serveImports(kontor, stores, {
    title: { cnr: 'Prodavnice', en: 'Stores' },
    ...{ layout: storeSheet, imported: () => ({ recipe: storeImport() }), rows: () => storeRows(db) },
  })
  storeContactRoutes(kontor)
  appStoreRoutes(kontor)
}
