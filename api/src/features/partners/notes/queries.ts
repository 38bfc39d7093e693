import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError, orNotFound } from '../../../lib/http/http-error.ts'
import { publish } from '../../../lib/realtime/events.ts'
import { recordRefOf } from '../../../lib/resources/record-refs.ts'
import { requireRecord } from '../../../lib/resources/records.ts'
import './table.ts'

const rows = (db: Kysely<Schema>, user: CurrentUser) =>
  db
    .selectFrom('partner_notes')
    .innerJoin('users', 'users.id', 'partner_notes.user_id')
    .select(['partner_notes.id', 'partner_notes.partner_id', 'note', 'partner_notes.version'])
    .select(['partner_notes.created_at', 'partner_notes.updated_at'])
    .select(recordRefOf('users').as('author'))
    .select(sql<boolean>`partner_notes.user_id = ${user.id}`.as('is_own'))

export async function listNotes(db: Kysely<Schema>, user: CurrentUser, partnerId: number) {
  const notes = await rows(db, user)
    .where('partner_notes.partner_id', '=', partnerId)
    .orderBy('partner_notes.created_at', 'desc')
    .orderBy('partner_notes.id', 'desc')
    .execute()
  if (notes.length === 0) await requireRecord(db, 'partners', partnerId)
  return notes
}

/** One note. Throws 404. */
export const getNote = async (db: Kysely<Schema>, user: CurrentUser, id: number) =>
  orNotFound(await rows(db, user).where('partner_notes.id', '=', id).executeTakeFirst())

export const addNote = (db: Kysely<Schema>, user: CurrentUser, partner_id: number, note: string) =>
  inTransaction(db, async (tx) => {
    await requireRecord(tx, 'partners', partner_id)
    const { id } = await tx
      .insertInto('partner_notes')
      .values({ partner_id, user_id: user.id, note })
      .returning('id')
      .executeTakeFirstOrThrow()
    return publishNote(tx, user, id)
  })

/** Throws 404, 403 for another user's note, and 409 when it has been changed since. */
export const changeNote = (
  db: Kysely<Schema>,
  user: CurrentUser,
  id: number,
  { note, version }: { note: string; version?: number | undefined },
) =>
  inTransaction(db, async (tx) => {
    const before = await ownNote(tx, user, id)
    if (version !== undefined && version !== before.version)
      throw new HttpError('error.conflict', { current: await getNote(tx, user, id) })
    await tx.updateTable('partner_notes').set({ note }).where('id', '=', id).execute()
    return publishNote(tx, user, id)
  })

/** Throws 404, and 403 for another user's note. */
export const removeNote = (db: Kysely<Schema>, user: CurrentUser, id: number) =>
  inTransaction(db, async (tx) => {
    const { partner_id } = await ownNote(tx, user, id)
    await tx.deleteFrom('partner_notes').where('id', '=', id).execute()
    await publishPartnerNotes(tx, partner_id)
    return { id }
  })

/** Locked, so that the checked row is the changed one. */
async function ownNote(tx: Kysely<Schema>, user: CurrentUser, id: number) {
  const note = orNotFound(
    await tx
      .selectFrom('partner_notes')
      .select(['partner_id', 'user_id', 'version'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (note.user_id !== user.id) throw new HttpError('error.forbidden')
  return note
}

async function publishNote(tx: Kysely<Schema>, user: CurrentUser, id: number) {
  const note = await getNote(tx, user, id)
  await publishPartnerNotes(tx, note.partner_id)
  return note
}

const publishPartnerNotes = (tx: Kysely<Schema>, partner_id: number) =>
  publish(tx, { to: { staff: 'partners.see' }, type: 'partner_notes', data: { partner_id } })
