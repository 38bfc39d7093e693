import { appInbox } from '@kontor/contract/notifications/inbox'
import { appNotifications } from '@kontor/contract/notifications/portal'
import type { Portal } from '../../../kit/serve/kontor.ts'
import { inboxPage } from '../scope.ts'
import { countUnread, listNewest, markRead } from './queries.ts'

export function appNotificationRoutes({ serve }: Portal) {
  serve(appInbox.index, ({ scoped, body, locale }) => inboxPage(scoped, body, locale))
  serve(appNotifications.all, ({ scoped }) => listNewest(scoped))
  serve(appNotifications.unread, ({ scoped }) => countUnread(scoped))
  serve(appNotifications.read, ({ scoped, params }) => markRead(scoped, params.id))
  serve(appNotifications.readAll, ({ scoped }) => markRead(scoped))
}
