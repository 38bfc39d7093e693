import { contactBody, storeContacts } from '@kontor/contract/stores'
import { allOrFile } from '../../../kit/list/report.ts'
import { getRow } from '../../../kit/records/records.ts'
import { serveChanges } from '../../../kit/records/rest-stays.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { contactSource, createContact, listContactsOf, toggleContact, updateContact } from './queries.ts'

export function storeContactRoutes({ serve, db }: Kontor) {
  serve(storeContacts.index, ({ query: { store_id, ...request }, locale }) =>
    allOrFile(db, contactSource(store_id), request, locale),
  )
  serve(storeContacts.ofStore, ({ params }) => listContactsOf(db, params.id))
  serve(storeContacts.create, ({ body }) => createContact(db, body))
  serveChanges(
    serve,
    [storeContacts.update, storeContacts.patch],
    { whole: contactBody, stored: ({ params }) => getRow(db, contactSource(), params.id) },
    ({ params, body }) => updateContact(db, params.id, body),
  )
  serve(storeContacts.updateByBody, ({ body: { id, ...fields } }) => updateContact(db, id, fields))
  for (const route of [storeContacts.activateDeactivate, storeContacts.activateDeactivatePost])
    serve(route, ({ params, body }) => toggleContact(db, params.id, body?.is_active))
  for (const route of [storeContacts.activateDeactivateByBody, storeContacts.activateDeactivateByBodyPost])
    serve(route, ({ body }) => toggleContact(db, body.id, body.is_active))
  serve(storeContacts.toggleOfStore, ({ params, body }) =>
    toggleContact(db, params.contact_id, body?.is_active, params.id),
  )
}
