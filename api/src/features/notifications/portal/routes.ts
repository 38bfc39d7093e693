import type { Locale } from '@kontor/contract/lib/text/locales'
import { portalInbox } from '@kontor/contract/notifications/inbox'
import { portalNotifications } from '@kontor/contract/notifications/portal'
import { sql } from 'kysely'
import type { PortalContext } from '../../../context.ts'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { notFound } from '../../../lib/http/http-error.ts'
import { inboxPage, inboxRows } from '../scope.ts'

export function portalNotificationRoutes({ registerRoute }: PortalContext) {
  registerRoute(portalInbox.index, ({ scoped, body, locale }) => inboxPage(scoped, body, locale))
  registerRoute(portalNotifications.all, ({ scoped, locale }) => listNewest(scoped, locale))
  registerRoute(portalNotifications.unread, ({ scoped }) => countUnread(scoped))
  registerRoute(portalNotifications.read, ({ scoped, params }) => markRead(scoped, params.id))
  registerRoute(portalNotifications.readAll, ({ scoped }) => markRead(scoped))
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

/** Marks one message as read, or all; the first time is stored. Throws 404 when it is not the user's own. */
async function markRead(scoped: ScopedDb, pushId?: number) {
  const read = scoped.updateTable('push_recipients').set({ read_at: sql`coalesce(read_at, now())` })
  if (pushId === undefined) await read.where('read_at', 'is', null).execute()
  else {
    const marked = await read.where('push_id', '=', pushId).returning('push_id').executeTakeFirst()
    if (!marked) throw notFound()
  }
  return countUnread(scoped)
}
