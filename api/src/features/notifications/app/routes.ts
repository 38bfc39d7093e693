import { appNotifications } from '@kontor/contract/app/notifications'
import type { Kontor } from '../../../kit/kontor.ts'
import { pageOrFile } from '../../../kit/report.ts'
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
