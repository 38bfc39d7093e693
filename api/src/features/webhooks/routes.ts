import { webhookFields, webhooks } from '@kontor/contract/webhooks'
import { pageOrFile } from '../../kit/list/report.ts'
import { getRow } from '../../kit/records/records.ts'
import { serveChanges } from '../../kit/records/rest-stays.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { sweepLog } from './deliveries/queries.ts'
import { deliverySource, getDelivery, resend } from './log/queries.ts'
import {
  createWebhook,
  ping,
  removeWebhook,
  renewSecret,
  setState,
  updateWebhook,
  webhookSource,
} from './queries.ts'
import { requireEvents, seenEvents } from './rules.ts'

export function webhookRoutes({ serve, db, config, maintenance }: Kontor) {
  const allowsPrivate = config.webhookPrivate
  serve(webhooks.index, ({ body, locale }) => pageOrFile(db, webhookSource, body, locale))
  serve(webhooks.reach, () => ({ allows_private: allowsPrivate }))
  serve(webhooks.create, ({ user, body }) => {
    requireEvents(user, body.events)
    return createWebhook(db, user, body, allowsPrivate)
  })
  serveChanges(
    serve,
    [webhooks.update, webhooks.patch],
    { whole: webhookFields, stored: ({ params }) => getRow(db, webhookSource, params.id) },
    ({ user, params, body }) => {
      requireEvents(user, body.events)
      return updateWebhook(db, user, params.id, body, allowsPrivate)
    },
  )
  serve(webhooks.setState, ({ user, params, body }) => setState(db, user, params.id, body.state))
  serve(webhooks.remove, ({ user, params }) => removeWebhook(db, user, params.id))
  serve(webhooks.renewSecret, ({ user, params }) => renewSecret(db, user, params.id))
  serve(webhooks.ping, ({ user, params }) => ping(db, user, params.id))
  serve(webhooks.deliveries, ({ user, params, body, locale }) =>
    pageOrFile(db, deliverySource(params.id, seenEvents(user)), body, locale),
  )
  serve(webhooks.delivery, async ({ user, params }) => {
    const delivery = await getDelivery(db, params.id, seenEvents(user))
    requireEvents(user, [delivery.type])
    return delivery
  })
  serve(webhooks.resend, ({ user, params }) => resend(db, user, params.id))
  maintenance.every(60 * 60_000, 'old log of webhooks', () => sweepLog(db))
}
