import { storeContactList, type storeContacts } from '@kontor/contract/stores'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { requireUnlocked } from '../../../lib/imports/lock.ts'
import { column, listSource, sourcePer } from '../../../lib/lists/source.ts'
import { createRecord, requireRecord, toggleRecord, updateRecord } from '../../../lib/resources/records.ts'
import '../table.ts'
import './table.ts'

/** The contacts of all stores, or of one. */
const contactSource = (storeId?: number) =>
  listSource({
    definition: storeContactList,
    id: sql.ref('store_contacts.id'),
    columns: {
      updated_at: column('store_contacts', 'updated_at'),
      phone: column('store_contacts', 'phone', 'phone_folded'),
      is_active: column('store_contacts', 'is_active'),
    },
    tables: ['store_contacts'],
    rows: (db) => {
      const rows = db
        .selectFrom('store_contacts')
        .select(['id', 'store_id', 'phone', 'is_active', 'version', 'updated_at'])
      return storeId === undefined ? rows : rows.where('store_id', '=', storeId)
    },
  })

export const allContacts = contactSource()
export const contactsOfStore = sourcePer((storeId: number) => contactSource(storeId))

/** Throws 404 when the store does not exist. */
export async function listContactsOf(db: Kysely<Schema>, storeId: number) {
  await requireRecord(db, 'stores', storeId)
  const contacts = allContacts.rows(db).where('store_id', '=', storeId)
  return contacts.orderBy('updated_at', 'desc').orderBy('id', 'desc').execute()
}

export const createContact = (
  db: Kysely<Schema>,
  { version: _, ...fields }: HandlerCall<typeof storeContacts.create>['body'],
) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'stores') // a running undo of an import may delete the store
    const contact = await createRecord(tx, 'store_contacts', allContacts, fields)
    await raiseVersion(tx, contact.id)
    return contact
  })

export const updateContact = (
  db: Kysely<Schema>,
  id: number,
  { store_id, ...fields }: HandlerCall<typeof storeContacts.update>['body'],
) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'stores')
    if (store_id !== undefined) await requireContactOf(tx, store_id, id)
    const contact = await updateRecord(tx, 'store_contacts', allContacts, id, fields)
    await raiseVersion(tx, id)
    return contact
  })

/** With `storeId` only a contact of that store. */
export const toggleContact = (
  db: Kysely<Schema>,
  id: number,
  target: boolean | undefined,
  storeId?: number,
) =>
  inTransaction(db, async (tx) => {
    await requireUnlocked(tx, 'stores')
    if (storeId !== undefined) await requireContactOf(tx, storeId, id)
    const contact = await toggleRecord(tx, 'store_contacts', id, target)
    if (contact.isChanged) await raiseVersion(tx, id)
    return contact
  })

/** The phone numbers are a column of the store's sheet: an import of it is not undone after they were changed. */
const raiseVersion = (tx: Transaction<Schema>, contactId: number) =>
  sql`UPDATE stores SET name = name WHERE id = (SELECT store_id FROM store_contacts WHERE id = ${contactId})`.execute(
    tx,
  )

async function requireContactOf(tx: Transaction<Schema>, storeId: number, id: number) {
  const contact = tx.selectFrom('store_contacts').select('id').where('id', '=', id)
  orNotFound(await contact.where('store_id', '=', storeId).executeTakeFirst())
}
