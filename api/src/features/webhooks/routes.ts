import { webhooks } from '@kontor/contract/webhooks'
import { pageOrFile } from '../../kit/list/report.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { sweepLog } from './deliveries/queries.ts'
import {
  createWebhook,
  deliverySource,
  getDelivery,
  ping,
  removeWebhook,
  renewSecret,
  resend,
  setState,
  updateWebhook,
  webhookSource,
} from './queries.ts'

export function webhookRoutes({ serve, db, config, maintenance }: Kontor) {
  const allowsPrivate = config.webhookPrivate
  serve(webhooks.index, ({ body, locale }) => pageOrFile(db, webhookSource, body, locale))
  serve(webhooks.create, ({ user, body }) => createWebhook(db, user, body, allowsPrivate))
  serve(webhooks.update, ({ params, body }) => updateWebhook(db, params.id, body, allowsPrivate))
  serve(webhooks.setState, ({ params, body }) => setState(db, params.id, body.state))
  serve(webhooks.remove, ({ params }) => removeWebhook(db, params.id))
  serve(webhooks.renewSecret, ({ params }) => renewSecret(db, params.id))
  serve(webhooks.ping, ({ params }) => ping(db, params.id))
  serve(webhooks.deliveries, ({ params, body, locale }) =>
    pageOrFile(db, deliverySource(params.id), body, locale),
  )
  serve(webhooks.delivery, ({ params }) => getDelivery(db, params.id))
  serve(webhooks.resend, ({ params }) => resend(db, params.id))
  maintenance.every(60 * 60_000, 'old log of webhooks', () => sweepLog(db))
}
