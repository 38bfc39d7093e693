import { contactBody, storeContacts } from '@kontor/contract/stores'
import type { AppContext } from '../../../context.ts'
import { allOrFile } from '../../../lib/lists/export.ts'
import { registerUpdate } from '../../../lib/resources/patch.ts'
import { getRow } from '../../../lib/resources/records.ts'
import { contactSource, createContact, listContactsOf, toggleContact, updateContact } from './queries.ts'

export function storeContactRoutes({ registerRoute, db }: AppContext) {
  registerRoute(storeContacts.index, ({ query: { store_id, ...request }, locale }) =>
    allOrFile(db, contactSource(store_id), request, locale),
  )
  registerRoute(storeContacts.ofStore, ({ params }) => listContactsOf(db, params.id))
  registerRoute(storeContacts.create, ({ body }) => createContact(db, body))
  registerUpdate(
    registerRoute,
    [storeContacts.update, storeContacts.patch],
    { whole: contactBody, stored: ({ params }) => getRow(db, contactSource(), params.id) },
    ({ params, body }) => updateContact(db, params.id, body),
  )
  registerRoute(storeContacts.updateByBody, ({ body: { id, ...fields } }) => updateContact(db, id, fields))
  for (const route of [storeContacts.activateDeactivate, storeContacts.activateDeactivatePost])
    registerRoute(route, ({ params, body }) => toggleContact(db, params.id, body?.is_active))
  for (const route of [storeContacts.activateDeactivateByBody, storeContacts.activateDeactivateByBodyPost])
    registerRoute(route, ({ body }) => toggleContact(db, body.id, body.is_active))
  registerRoute(storeContacts.toggleOfStore, ({ params, body }) =>
    toggleContact(db, params.contact_id, body?.is_active, params.id),
  )
}
