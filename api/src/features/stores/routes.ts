import { contactBody, storeContacts, storeSheet, stores } from '@kontor/contract/stores'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../lib/database/transaction.ts'
import { requireUnlocked } from '../../lib/imports/lock.ts'
import { registerImports } from '../../lib/imports/routes.ts'
import { allOrFile } from '../../lib/lists/export.ts'
import { listAll } from '../../lib/lists/list.ts'
import { registerUpdate } from '../../lib/resources/patch.ts'
import { createRecord, getRow, toggleRecord, updateListed } from '../../lib/resources/records.ts'
import {
  contactSource,
  createContact,
  listContactsOf,
  toggleContact,
  updateContact,
} from './contacts/queries.ts'
import { appStoreRoutes } from './portal/routes.ts'
import { storeSource } from './queries.ts'
import { storeImport, storeRows } from './sheet.ts'

export function storeRoutes(context: AppContext) {
  const { registerRoute, db, reads } = context
  const toggle = (id: number, target?: boolean) =>
    inTransaction(db, async (tx) => {
      await requireUnlocked(tx, 'stores')
      return toggleRecord(tx, 'stores', id, target)
    })
  registerRoute(stores.index, ({ query, locale }) => allOrFile(reads, storeSource, query, locale))
  registerRoute(stores.active, () => listAll(db, storeSource, { show_only_active: true }))
  registerRoute(stores.create, ({ body: { version: _, ...fields } }) =>
    inTransaction(db, async (tx) => {
      await requireUnlocked(tx, 'stores')
      return createRecord(tx, 'stores', storeSource, fields)
    }),
  )
  const schema = stores.update.body
  registerUpdate(
    registerRoute,
    [stores.update, stores.patch],
    { schema, load: ({ params }) => getRow(db, storeSource, params.id) },
    ({ params, body }) => updateListed(db, 'stores', storeSource, params.id, body),
  )
  registerUpdate(
    registerRoute,
    [stores.updateByBody],
    { schema, load: ({ body }) => getRow(db, storeSource, body.id) },
    ({ body: { id, ...fields } }) => updateListed(db, 'stores', storeSource, id, fields),
  )
  registerRoute(stores.toggle, ({ params, body }) => toggle(params.id, body?.is_active))
  for (const route of [stores.activateDeactivate, stores.activateDeactivatePost])
    registerRoute(route, ({ params, body }) => toggle(params.id, body?.is_active))
  for (const route of [stores.activateDeactivateByBody, stores.activateDeactivateByBodyPost])
    registerRoute(route, ({ body }) => toggle(body.id, body.is_active))
  registerImports(context, stores, {
    title: { cnr: 'Prodavnice', en: 'Stores' },
    layout: () => storeSheet,
    imported: () => ({ importDefinition: storeImport() }),
    rows: () => storeRows(db),
  })
  storeContactRoutes(context)
  appStoreRoutes(context)
}

function storeContactRoutes({ registerRoute, db }: AppContext) {
  registerRoute(storeContacts.index, ({ query: { store_id, ...request }, locale }) =>
    allOrFile(db, contactSource(store_id), request, locale),
  )
  registerRoute(storeContacts.ofStore, ({ params }) => listContactsOf(db, params.id))
  registerRoute(storeContacts.create, ({ body }) => createContact(db, body))
  registerUpdate(
    registerRoute,
    [storeContacts.update, storeContacts.patch],
    { schema: contactBody, load: ({ params }) => getRow(db, contactSource(), params.id) },
    ({ params, body }) => updateContact(db, params.id, body),
  )
  registerUpdate(
    registerRoute,
    [storeContacts.updateByBody],
    { schema: contactBody, load: ({ body }) => getRow(db, contactSource(), body.id) },
    ({ body: { id, ...fields } }) => updateContact(db, id, fields),
  )
  for (const route of [storeContacts.activateDeactivate, storeContacts.activateDeactivatePost])
    registerRoute(route, ({ params, body }) => toggleContact(db, params.id, body?.is_active))
  for (const route of [storeContacts.activateDeactivateByBody, storeContacts.activateDeactivateByBodyPost])
    registerRoute(route, ({ body }) => toggleContact(db, body.id, body.is_active))
  registerRoute(storeContacts.toggleOfStore, ({ params, body }) =>
    toggleContact(db, params.contact_id, body?.is_active, params.id),
  )
}
