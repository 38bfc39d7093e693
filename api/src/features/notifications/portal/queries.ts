import { appNotificationList } from '@kontor/contract/notifications/portal'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../kit/db/schema.ts'
import { column, listSource } from '../../../kit/list/source.ts'
import { notFound } from '../../../kit/serve/refusal.ts'
import '../push/table.ts'

/** What has been sent to a user, by whichever room. */
export const inboxSource = (userId: number) =>
  listSource({
    definition: appNotificationList,
    id: sql.ref('pushes.id'),
    columns: {
      created_at: column('pushes', 'created_at'),
      subject: column('pushes', 'title'),
      notification_text: column('pushes', 'text'),
      is_read: { value: sql`(read_at IS NOT NULL)` },
    },
    tables: ['pushes', 'push_recipients'],
    rows: (db) =>
      db
        .selectFrom('push_recipients')
        .innerJoin('pushes', 'pushes.id', 'push_id')
        .where('user_id', '=', userId)
        .select(['pushes.id', 'title as subject', 'text as notification_text', 'link'])
        .select(['pushes.created_at', 'read_at']),
  })

export const listNewest = (db: Kysely<Schema>, userId: number) =>
  inboxSource(userId)
    .rows(db)
    .orderBy('pushes.created_at', 'desc')
    .orderBy('pushes.id', 'desc')
    .limit(100)
    .execute()

export async function countUnread(db: Kysely<Schema>, userId: number) {
  const { unread } = await db
    .selectFrom('push_recipients')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { unread }
}

/** Marks one message as read, or all; the first time counts. Refuses with 404 when it is not the user's own. */
export async function markRead(db: Kysely<Schema>, userId: number, pushId?: number) {
  const own = db.updateTable('push_recipients').where('user_id', '=', userId)
  const read = own.set({ read_at: sql`coalesce(read_at, now())` })
  if (pushId === undefined) await read.where('read_at', 'is', null).execute()
  else {
    const marked = await read.where('push_id', '=', pushId).returning('push_id').executeTakeFirst()
    if (!marked) throw notFound()
  }
  return countUnread(db, userId)
}
