import { notifications } from '@kontor/contract/notifications'
import { notificationUpdate } from '@kontor/contract/notifications/form'
import { listAll } from '../../kit/list/list.ts'
import { allOrFile, pageOfPicked, pageOrFile } from '../../kit/list/report.ts'
import { getRow } from '../../kit/records/records.ts'
import { serveChanges } from '../../kit/records/rest-stays.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { listDeliveries } from './deliveries/queries.ts'
import { deviceRoutes } from './devices/routes.ts'
import { appNotificationRoutes } from './portal/routes.ts'
import { countReached, notificationSource, reachable, resendNotification } from './queries.ts'
import {
  cancelNotification,
  chosenOf,
  createNotification,
  sendDue,
  sendNotification,
  updateNotification,
} from './schedule/queries.ts'

/** How late a scheduled notification is sent at most. */
const DUE_MS = 10_000

export function notificationRoutes(kontor: Kontor) {
  const { serve, db, reads, push } = kontor
  serve(notifications.all, ({ query, locale }) => allOrFile(reads, notificationSource, query, locale))
  serve(notifications.index, ({ body, locale }) => pageOrFile(reads, notificationSource, body, locale))
  serve(notifications.one, ({ params }) => getRow(db, notificationSource, params.id))
  serve(notifications.create, ({ user, body, attempt }) => createNotification(db, push, user, body, attempt))
  serveChanges(
    serve,
    [notifications.update, notifications.patch],
    {
      whole: notificationUpdate,
      stored: async ({ params: { id } }) => ({
        ...(await getRow(db, notificationSource, id)),
        ...(await chosenOf(db, id)),
      }),
    },
    ({ params, body }) => updateNotification(db, push, params.id, body),
  )
  serve(notifications.send, ({ params }) => sendNotification(db, push, params.id))
  serve(notifications.cancel, ({ params }) => cancelNotification(db, params.id))
  serve(notifications.chosen, ({ params }) => chosenOf(db, params.id))
  const sendNow = async () => void (await sendDue(db, push, kontor.log))
  kontor.beforeServing(sendNow)
  kontor.maintenance.every(DUE_MS, 'scheduled notifications', sendNow)
  serve(notifications.resend, ({ params }) => resendNotification(db, push, params.id))
  serve(notifications.recipients, async ({ body }) => ({
    ...(await countReached(db, body)),
    reaches_phones: push.reachesPhones,
  }))
  serve(notifications.partners, () => listAll(db, reachable()))
  serve(notifications.partnersPage, ({ body, locale }) => pageOfPicked(db, reachable(), body, locale))
  serve(notifications.deliveries, ({ params, body, locale }) => listDeliveries(db, params.id, body, locale))
  appNotificationRoutes(kontor)
  deviceRoutes(kontor)
}
