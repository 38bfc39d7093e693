import { contactBody, storeContacts } from '@kontor/contract/stores'
import type { AppContext } from '../../../context.ts'
import { allOrFile } from '../../../lib/lists/respond.ts'
import { getRow } from '../../../lib/resources/records.ts'
import { registerUpdate, updateById } from '../../../lib/resources/register-update.ts'
import {
  allContacts,
  contactsOfStore,
  createContact,
  listContactsOf,
  toggleContact,
  updateContact,
} from './queries.ts'

export function storeContactRoutes(context: AppContext) {
  const { registerRoute, db } = context
  registerRoute(storeContacts.index, ({ query: { store_id, ...request }, locale }) =>
    allOrFile(db, store_id === undefined ? allContacts : contactsOfStore(store_id), request, locale),
  )
  registerRoute(storeContacts.ofStore, ({ params }) => listContactsOf(db, params.id))
  registerRoute(storeContacts.create, ({ body }) => createContact(db, body))
  registerUpdate(
    registerRoute,
    [storeContacts.update, storeContacts.patch],
    updateById(contactBody, (id) => getRow(db, allContacts, id)),
    ({ params, body }) => updateContact(db, params.id, body),
  )
  registerRoute(storeContacts.toggleOfStore, ({ params, body }) =>
    toggleContact(db, params.contact_id, body?.is_active, params.id),
  )
  legacyContactRoutes(context)
}

/** The routes of old clients. */
function legacyContactRoutes({ registerRoute, db }: AppContext) {
  registerUpdate(
    registerRoute,
    [storeContacts.updateByBody],
    { schema: contactBody, load: ({ body }) => getRow(db, allContacts, body.id) },
    ({ body: { id, ...fields } }) => updateContact(db, id, fields),
  )
  for (const route of [storeContacts.activateDeactivate, storeContacts.activateDeactivatePost])
    registerRoute(route, ({ params, body }) => toggleContact(db, params.id, body?.is_active))
  for (const route of [storeContacts.activateDeactivateByBody, storeContacts.activateDeactivateByBodyPost])
    registerRoute(route, ({ body }) => toggleContact(db, body.id, body.is_active))
}
