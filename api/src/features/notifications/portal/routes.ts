import { appInbox } from '@kontor/contract/notifications/inbox'
import { appNotifications } from '@kontor/contract/notifications/portal'
import type { PortalContext } from '../../../context.ts'
import { inboxPage } from '../scope.ts'
import { countUnread, listNewest, markRead } from './queries.ts'

export function appNotificationRoutes({ registerRoute }: PortalContext) {
  registerRoute(appInbox.index, ({ scoped, body, locale }) => inboxPage(scoped, body, locale))
  registerRoute(appNotifications.all, ({ scoped }) => listNewest(scoped))
  registerRoute(appNotifications.unread, ({ scoped }) => countUnread(scoped))
  registerRoute(appNotifications.read, ({ scoped, params }) => markRead(scoped, params.id))
  registerRoute(appNotifications.readAll, ({ scoped }) => markRead(scoped))
}
