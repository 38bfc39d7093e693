import { storeList, storeSheet, stores } from '@kontor/contract/stores'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { requireUnlocked } from '../../lib/imports/lock.ts'
import { registerImports } from '../../lib/imports/routes.ts'
import { listAll } from '../../lib/lists/list.ts'
import { allOrFile } from '../../lib/lists/respond.ts'
import { createRecord, getRow, updateImportable } from '../../lib/resources/records.ts'
import { registerUpdate, updateById } from '../../lib/resources/register-update.ts'
import { storeContactRoutes } from './contacts/routes.ts'
import { portalStoreRoutes } from './portal/routes.ts'
import { storeSource, toggleStore } from './queries.ts'
import { storeImport, storeRows } from './sheet.ts'

export function storeRoutes(context: AppContext) {
  const { registerRoute, db, reads } = context
  registerRoute(stores.index, ({ query, locale }) => allOrFile(reads, storeSource, query, locale))
  registerRoute(stores.active, () => listAll(db, storeSource, { show_only_active: true }))
  // A new record has no version yet.
  registerRoute(stores.create, ({ body: { version: _, ...fields } }) =>
    inTransaction(db, async (tx) => {
      await requireUnlocked(tx, 'stores')
      return createRecord(tx, 'stores', storeSource, fields)
    }),
  )
  registerUpdate(
    registerRoute,
    [stores.update, stores.patch],
    updateById(stores.update.body, (id) => getRow(db, storeSource, id)),
    ({ params, body }) => updateImportable(db, 'stores', storeSource, params.id, body),
  )
  registerRoute(stores.toggle, ({ params, body }) => toggleStore(db, params.id, body?.is_active))
  registerImports(context, stores, {
    labels: storeList.labels,
    layout: () => storeSheet,
    imported: () => ({ importDefinition: storeImport() }),
    rows: () => storeRows(db),
  })
  legacyStoreRoutes(context)
  storeContactRoutes(context)
  portalStoreRoutes(context)
}

/** The routes of old clients. */
function legacyStoreRoutes({ registerRoute, db }: AppContext) {
  registerUpdate(
    registerRoute,
    [stores.updateByBody],
    { schema: stores.update.body, load: ({ body }) => getRow(db, storeSource, body.id) },
    ({ body: { id, ...fields } }) => updateImportable(db, 'stores', storeSource, id, fields),
  )
  for (const route of [stores.activateDeactivate, stores.activateDeactivatePost])
    registerRoute(route, ({ params, body }) => toggleStore(db, params.id, body?.is_active))
  for (const route of [stores.activateDeactivateByBody, stores.activateDeactivateByBodyPost])
    registerRoute(route, ({ body }) => toggleStore(db, body.id, body.is_active))
}
