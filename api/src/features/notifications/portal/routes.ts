import { appNotifications } from '@kontor/contract/notifications/portal'
import { pageOrFile } from '../../../kit/list/report.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { countUnread, inboxSource, listNewest, markRead } from './queries.ts'

export function appNotificationRoutes({ serve, db }: Kontor) {
  serve(appNotifications.index, ({ user, body, locale }) =>
    pageOrFile(db, inboxSource(user.id), body, locale),
  )
  serve(appNotifications.all, ({ user }) => listNewest(db, user.id))
  serve(appNotifications.unread, ({ user }) => countUnread(db, user.id))
  serve(appNotifications.read, ({ user, params }) => markRead(db, user.id, params.id))
  serve(appNotifications.readAll, ({ user }) => markRead(db, user.id))
}
