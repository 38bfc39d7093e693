import { notifications } from '@kontor/contract/notifications'
import { allOrFile, pageOrFile } from '../../kit/list/report.ts'
import { getRow } from '../../kit/records/records.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { listDeliveries } from './deliveries/queries.ts'
import { deviceRoutes } from './devices/routes.ts'
import { appNotificationRoutes } from './portal/routes.ts'
import {
  countReached,
  createNotification,
  listReachable,
  notificationSource,
  resendNotification,
} from './queries.ts'

export function notificationRoutes(kontor: Kontor) {
  const { serve, db, push } = kontor
  serve(notifications.all, ({ query, locale }) => allOrFile(db, notificationSource, query, locale))
  serve(notifications.index, ({ body, locale }) => pageOrFile(db, notificationSource, body, locale))
  serve(notifications.one, ({ params }) => getRow(db, notificationSource, params.id))
  serve(notifications.create, ({ user, body }) => createNotification(db, push, user, body))
  serve(notifications.resend, ({ params }) => resendNotification(db, push, params.id))
  serve(notifications.recipients, async ({ body }) => ({
    ...(await countReached(db, body)),
    reaches_phones: push.reachesPhones,
  }))
  serve(notifications.partners, () => listReachable(db))
  serve(notifications.deliveries, ({ params, body, locale }) => listDeliveries(db, params.id, body, locale))
  appNotificationRoutes(kontor)
  deviceRoutes(kontor)
}
