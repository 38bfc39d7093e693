import { notifications } from '@kontor/contract/notifications'
import { notificationUpdate } from '@kontor/contract/notifications/form'
import { portalDevices, staffDevices } from '@kontor/contract/notifications/portal'
import type { AppContext } from '../../context.ts'
import { shortenWaits } from '../../lib/jobs/waits.ts'
import { listAll } from '../../lib/lists/list.ts'
import { allOrFile, pageOfPicked, pageOrFile } from '../../lib/lists/respond.ts'
import { registerUpdate } from '../../lib/resources/register-update.ts'
import { listDeliveries, pushWaits } from './deliveries/queries.ts'
import { listDevices, registerDevice, removeDevice } from './devices/queries.ts'
import { portalNotificationRoutes } from './portal/routes.ts'
import {
  countReached,
  getWithRetryable,
  notificationSource,
  reachable,
  resendNotification,
} from './queries.ts'
import {
  cancelNotification,
  createNotification,
  getScheduled,
  readChosen,
  sendDue,
  sendNotification,
  updateNotification,
} from './schedule/queries.ts'
import { sendTest } from './testPush/queries.ts'

/** Maximum delay of a scheduled notification, in ms. */
const DUE_MS = 10_000

export function notificationRoutes(context: AppContext) {
  const { registerRoute, db, reads, push } = context
  registerRoute(notifications.all, ({ query, locale }) => allOrFile(reads, notificationSource, query, locale))
  registerRoute(notifications.index, ({ body, locale }) =>
    pageOrFile(reads, notificationSource, body, locale),
  )
  registerRoute(notifications.one, ({ params }) => getWithRetryable(db, params.id))
  registerRoute(notifications.create, ({ user, body, idempotency }) =>
    createNotification(db, push, user, body, idempotency),
  )
  registerUpdate(
    registerRoute,
    [notifications.update, notifications.patch],
    {
      schema: notificationUpdate,
      load: ({ params }) => getScheduled(db, params.id),
    },
    ({ params, body }) => updateNotification(db, push, params.id, body),
  )
  registerRoute(notifications.send, ({ params, body }) =>
    sendNotification(db, push, params.id, body?.version),
  )
  registerRoute(notifications.cancel, ({ params, body }) => cancelNotification(db, params.id, body?.version))
  registerRoute(notifications.chosen, ({ params }) => readChosen(db, params.id))
  const sendNow = async () => void (await sendDue(db, push, context.log))
  context.beforeServing(sendNow)
  context.maintenance.every(DUE_MS, 'scheduled notifications', sendNow)
  context.maintenance.every(60_000, 'push delays', () => shortenWaits(db, pushWaits))
  registerRoute(notifications.test, ({ user, body }) => sendTest(db, push, user, body))
  registerRoute(notifications.resend, ({ params }) => resendNotification(db, push, params.id))
  registerRoute(notifications.recipients, async ({ body }) => ({
    ...(await countReached(db, body)),
    reaches_phones: push.reachesPhones,
  }))
  registerRoute(notifications.partners, () => listAll(db, reachable()))
  registerRoute(notifications.partnersPage, ({ body, locale }) => pageOfPicked(db, reachable(), body, locale))
  registerRoute(notifications.deliveries, ({ params, body, locale }) =>
    listDeliveries(db, params.id, body, locale),
  )
  portalNotificationRoutes(context)
  deviceRoutes(context)
}

function deviceRoutes({ registerRoute, db, push }: AppContext) {
  for (const devices of [portalDevices, staffDevices]) {
    registerRoute(devices.index, ({ user }) => listDevices(db, user.id))
    registerRoute(devices.register, ({ user, body, locale }) => registerDevice(db, push, user, body, locale))
    registerRoute(devices.remove, ({ user, body }) =>
      removeDevice(db, user.id, 'token' in body ? body.token : body.endpoint),
    )
    registerRoute(devices.webPushKey, async () => ({ public_key: await push.publicKey() }))
  }
}
