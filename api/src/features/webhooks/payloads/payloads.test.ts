import { webhooks } from '@kontor/contract/webhooks'
import { type WebhookEvent, webhookBody, webhookEventNames } from '@kontor/contract/webhooks/events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makePartner, makeProduct, makeSlider, makeUser } from '../../../../test/make.ts'
import { makeCampaign, makeCartItem } from '../../../../test/make-campaign.ts'
import { makeOrder } from '../../../../test/make-order.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import '../../sliders/table.ts'

const receiver = await startReceiver()
const { db, call } = await startApp({ WEBHOOK_ALLOW_PRIVATE: '1' }, { webhookTiming: { idleMs: 100 } })

const partner = await makePartner(db)
const user = await makeUser(db, { partner_id: partner.id })
const whose = { partner_id: partner.id, user_id: user.id }
const product = await makeProduct(db)
const campaign = await makeCampaign(db, { partners: [partner], products: [product] })
const slider = await makeSlider(db)
const item = () => makeCartItem(db, { ...whose, campaign_id: campaign.id, product_id: product.id })
const change = (table: string, set: ReturnType<typeof sql>, { id }: { id: number }) =>
  sql`UPDATE ${sql.table(table)} SET ${set} WHERE id = ${id}`.execute(db)

const signUp = (...days: string[]) =>
  db.transaction().execute(async (tx) => {
    const own = { ...whose, slider_id: slider.id }
    const row = await tx
      .insertInto('slider_registrations')
      .values(own)
      .onConflict((conflict) => conflict.columns(['slider_id', 'partner_id']).doUpdateSet(own))
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('slider_registration_days').where('slider_registration_id', '=', row.id).execute()
    // The second day is full.
    const chosen = days.map((day, n) => ({ slider_registration_id: row.id, day, is_waiting: n === 1 }))
    await tx.insertInto('slider_registration_days').values(chosen).execute()
    return row
  })

/** An action that causes each event, and some of its data. */
const happens: Record<WebhookEvent, [happens: () => Promise<unknown>, payload: object]> = {
  'order.created': [
    () => makeOrder(db, { ...whose, product_id: product.id, quantity: 3, price: '2.5' }),
    { price: '2.500', total: '7.500', quantity: 3, partner: { id: partner.id }, product: { id: product.id } },
  ],
  'order.changed': [
    async () => change('catalogue_orders', sql`is_active = false`, await makeOrder(db, whose)),
    { is_active: false },
  ],
  'promotion_order.created': [
    () =>
      db
        .insertInto('slider_orders')
        .values({ ...whose, slider_id: slider.id, product_id: product.id, quantity: 4, price: '9.5' })
        .execute(),
    {
      quantity: 4,
      price: '9.500',
      ignore_quantity: false,
      slider: { id: slider.id },
      product: { erp_code: product.erp_code },
    },
  ],
  'cart_item.created': [item, { price: '10.000', total: '10.000', campaign: { id: campaign.id } }],
  'cart_item.changed': [
    async () => change('campaign_cart_items', sql`quantity = 5`, await item()),
    { quantity: 5, total: '50.000', is_delivered: false },
  ],
  'cart_item.delivered': [
    async () => change('campaign_cart_items', sql`is_delivered = true`, await item()),
    { is_delivered: true },
  ],
  'cart_item.removed': [
    async () =>
      db
        .deleteFrom('campaign_cart_items')
        .where('id', '=', (await item()).id)
        .execute(),
    { campaign_id: campaign.id, product_id: product.id, partner_id: partner.id, quantity: 1 },
  ],
  'sign_up.created': [
    () => signUp('2099-03-02', '2099-03-01'),
    { dates: ['2099-03-01', '2099-03-02'], waiting_dates: ['2099-03-01'] },
  ],
  'sign_up.changed': [() => signUp('2099-03-03'), { dates: ['2099-03-03'], waiting_dates: [] }],
  'sign_up.removed': [
    () => db.deleteFrom('slider_registrations').where('partner_id', '=', partner.id).execute(),
    { slider_id: slider.id, partner_id: partner.id },
  ],
  'support_message.created': [
    () =>
      db
        .insertInto('customer_support')
        .values({ ...whose, type: 2, message_content: 'Šteta' })
        .execute(),
    { message_content: 'Šteta', user: user.name },
  ],
  'partner.changed': [
    () => change('partners', sql`debt = 12.5`, partner),
    { id: partner.id, debt: '12.500' },
  ],
}

test.each(webhookEventNames)('%s is sent once, with the data of the contract', async (event) => {
  const [happen, wanted] = happens[event]
  const body = { name: `ERP ${event}`, url: receiver.url(`/${event}`), events: [event] }
  const { id } = (await call(webhooks.create, { body })).body
  await happen()
  const [first] = await receiver.at(`/${event}`, 1)
  expect(webhookBody(event).safeParse(first?.payload).error).toBeUndefined()
  expect(first?.payload).toMatchObject({ type: event, data: wanted })
  const log = await call(webhooks.deliveries, { params: { id: String(id) }, body: {} })
  expect(log.body.total_rows).toBe(1)
  await call(webhooks.remove, { params: { id: String(id) } })
})
