import { webhookFields, webhooks } from '@kontor/contract/webhooks'
import type { AppContext } from '../../context.ts'
import { EVERY_HOUR } from '../../lib/jobs/jobs.ts'
import { shortenWaits } from '../../lib/jobs/waits.ts'
import { pageOrFile } from '../../lib/lists/respond.ts'
import { getRow } from '../../lib/resources/records.ts'
import { registerUpdate } from '../../lib/resources/register-update.ts'
import { sweepLog, webhookWaits } from './deliveries/queries.ts'
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

export function webhookRoutes({ registerRoute, db, config, jobs, maintenance }: AppContext) {
  const allowsPrivate = config.webhookAllowPrivate
  registerRoute(webhooks.index, ({ body, locale }) => pageOrFile(db, webhookSource, body, locale))
  registerRoute(webhooks.reach, () => ({ allows_private: allowsPrivate }))
  registerRoute(webhooks.create, ({ user, body }) => {
    requireEvents(user, body.events)
    return createWebhook(db, user, body, allowsPrivate)
  })
  registerUpdate(
    registerRoute,
    [webhooks.update, webhooks.patch],
    { schema: webhookFields, load: ({ params }) => getRow(db, webhookSource, params.id) },
    ({ user, params, body }) => {
      requireEvents(user, body.events)
      return updateWebhook(db, user, params.id, body, allowsPrivate)
    },
  )
  registerRoute(webhooks.setState, ({ user, params, body }) => setState(db, user, params.id, body.state))
  registerRoute(webhooks.remove, ({ user, params }) => removeWebhook(db, user, params.id))
  registerRoute(webhooks.renewSecret, ({ user, params }) => renewSecret(db, user, params.id))
  registerRoute(webhooks.ping, ({ user, params }) => ping(db, user, params.id))
  registerRoute(webhooks.deliveries, ({ user, params, body, locale }) =>
    pageOrFile(db, deliverySource(params.id, seenEvents(user, Boolean(body.report_data))), body, locale),
  )
  registerRoute(webhooks.delivery, async ({ user, params }) => {
    const delivery = await getDelivery(db, params.id, seenEvents(user))
    requireEvents(user, [delivery.type])
    return delivery
  })
  registerRoute(webhooks.resend, ({ user, params }) => resend(db, user, params.id))
  maintenance.every(60_000, 'webhook delays', () => shortenWaits(db, webhookWaits))
  jobs.schedule('old_webhook_log', EVERY_HOUR, () => sweepLog(db))
}
