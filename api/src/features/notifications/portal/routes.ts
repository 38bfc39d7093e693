import type { Locale } from '@kontor/contract/lib/text/locales'
import { portalInbox } from '@kontor/contract/notifications/inbox'
import { portalNotifications } from '@kontor/contract/notifications/portal'
import { sql } from 'kysely'
import type { PortalContext } from '../../../context.ts'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import { inboxPage, inboxRows } from '../scope.ts'

export function portalNotificationRoutes({ registerRoute }: PortalContext) {
  registerRoute(portalInbox.index, ({ scoped, body, locale }) => inboxPage(scoped, body, locale))
  registerRoute(portalNotifications.all, ({ scoped, locale }) => listNewest(scoped, locale))
  registerRoute(portalNotifications.unread, ({ scoped }) => countUnread(scoped))
  registerRoute(portalNotifications.read, ({ scoped, params }) => markOneRead(scoped, params.id))
  registerRoute(portalNotifications.readAll, ({ scoped, body }) => markAllRead(scoped, body?.link))
}

const listNewest = (scoped: ScopedDb, locale: Locale) =>
  inboxRows(scoped, locale)
    .orderBy('pushes.created_at', 'desc')
    .orderBy('pushes.id', 'desc')
    .limit(100)
    .execute()

async function countUnread(scoped: ScopedDb) {
  const { unread } = await scoped
    .selectFrom('push_recipients')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { unread }
}

/** The first time is stored. */
const READ = { read_at: sql<string>`coalesce(read_at, now())` }

/** Marks a message as read. Throws 404 when it is not the user's own. */
async function markOneRead(scoped: ScopedDb, id: number) {
  const read = scoped.updateTable('push_recipients').set(READ).where('push_id', '=', id)
  orNotFound(await read.returning('push_id').executeTakeFirst())
  return countUnread(scoped)
}

/** Marks all messages as read, or those with this link. */
async function markAllRead(scoped: ScopedDb, link: string | undefined) {
  const hasLink = sql<boolean>`push_id IN (SELECT id FROM pushes WHERE link = ${link})`
  const isMeant = link === undefined ? sql<boolean>`true` : hasLink
  const unread = scoped.selectFrom('push_recipients').select('push_id').where('read_at', 'is', null)
  // An UPDATE without rows would still raise the change counter.
  if (await unread.where(isMeant).limit(1).executeTakeFirst())
    await scoped
      .updateTable('push_recipients')
      .set(READ)
      .where('read_at', 'is', null)
      .where(isMeant)
      .execute()
  return countUnread(scoped)
}
