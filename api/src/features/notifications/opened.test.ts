// What a notification opens in the partners' app.
import { campaigns } from '@kontor/contract/campaigns'
import { history } from '@kontor/contract/history'
import { notifications } from '@kontor/contract/notifications'
import { portalNotifications } from '@kontor/contract/notifications/portal'
import { portalSliders } from '@kontor/contract/sliders/portal'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import {
  addCategories,
  makeCategory,
  makeDevice,
  makePartner,
  makeProduct,
  makeSlider,
  UNKNOWN_ID,
} from '../../../test/make.ts'
import { makeCampaign } from '../../../test/make-campaign.ts'
import { makeCatalogueNode, makePlace } from '../../../test/make-node.ts'
import { pushServices, pushTiming } from '../../../test/push-services.ts'

const services = await pushServices()
const { db, call, partner, partnerUser } = await startApp(services.env, { pushTiming })
beforeEach(() => void services.arrived.splice(0))

const partnerId = partnerUser.partner_id ?? 0
const category = await makeCategory(db)
await addCategories(db, partnerId, [category.id])
await makeDevice(db, { user_id: partnerUser.id, token: 'telefon' })

const body = {
  subject: 'Akcija',
  notification_text: 'Pogledajte ponudu',
  send_by_category: false,
  partners: [partnerId],
}
const create = (more: object = {}) => call(notifications.create, { body: { ...body, ...more } })
const later = { send_at: '2099-12-31T08:00' }
const newest = async () => (await call(portalNotifications.all, {}, partner)).body[0]

test('refuses two records, an unknown one and an inactive one, and saves nothing', async () => {
  const slider = await makeSlider(db)
  const product = await makeProduct(db)
  const gone = await makeCampaign(db, { is_active: false })
  const before = (await call(notifications.all, { query: {} })).body.length
  for (const [opens, errors] of [
    [{ slider_id: slider.id, product_id: product.id }, { slider_id: ['validation.opens_one'] }],
    [{ slider_id: UNKNOWN_ID }, { slider_id: ['validation.not_found'] }],
    [{ product_id: UNKNOWN_ID }, { product_id: ['validation.not_found'] }],
    [{ campaign_id: gone.id }, { campaign_id: ['validation.inactive'] }],
  ] as const) {
    const { status, body } = await create(opens)
    expect([opens, status, body.errors]).toEqual([opens, 422, errors])
  }
  expect((await call(notifications.all, { query: {} })).body.length).toBe(before)
})

test('without a record it opens the inbox, as before', async () => {
  const { status, body: row } = await create()
  expect([status, row.slider, row.product, row.campaign]).toEqual([200, null, null, null])
  expect(services.arrived.map(({ data }) => data.link)).toEqual(['/app/notifications'])
  expect((await newest())?.link).toBe('/app/notifications')
})

test('a phone and the inbox open the chosen record; the history and filters name it', async () => {
  const slider = await makeSlider(db, { category_id: category.id, name: 'Zimska promocija' })
  const product = await makeProduct(db, { name: 'Guma 205/55' })
  const campaign = await makeCampaign(db, { name: 'Zimski cash' })
  for (const [opens, link, named] of [
    [{ slider_id: slider.id }, `/app/sliders/${slider.id}`, { slider: slider.name }],
    [{ product_id: product.id }, `/app/catalogue/products/${product.id}`, { product: product.name }],
    [{ campaign_id: campaign.id }, `/app/campaigns/${campaign.id}`, { campaign: campaign.name }],
  ] as const) {
    const { status, body: row } = await create(opens)
    expect([status, row]).toMatchObject([200, opens])
    expect(services.arrived.splice(0).map(({ data }) => data.link)).toEqual([link])
    expect((await newest())?.link).toBe(link)
    const found = await call(notifications.index, { body: { filters: named } })
    expect(found.body.result.map(({ id }) => id)).toEqual([row.id])
    const params = { table: 'notifications' as const, id: String(row.id) }
    const { result } = (await call(history.ofRecord, { params, query: {} })).body
    const changes = result.flatMap(({ values }) => values)
    const [column] = Object.keys(opens)
    const [name] = Object.values(named)
    expect(changes.find((one) => one.column === column)?.after).toBe(name)
  }
})

test('the app answers 404 for a record that is no longer shown to the partner', async () => {
  const slider = await makeSlider(db, { category_id: category.id })
  await create({ slider_id: slider.id })
  const open = () => call(portalSliders.one, { params: idOf(slider) }, partner)
  expect((await open()).status).toBe(200)
  await db.updateTable('sliders').set({ is_visible: false }).where('id', '=', slider.id).execute()
  expect((await open()).status).toBe(404)
})

test('a scheduled one can open another record until it is sent, and keeps one that became inactive', async () => {
  const slider = await makeSlider(db)
  const product = await makeProduct(db)
  const { body: row } = await create({ ...later, slider_id: slider.id })
  await db.updateTable('sliders').set({ is_active: false }).where('id', '=', slider.id).execute()
  const renamed = await call(notifications.update, { params: idOf(row), body: { ...body, ...later } })
  expect([renamed.status, renamed.body.slider_id]).toEqual([200, slider.id])
  const both = await call(notifications.patch, { params: idOf(row), body: { product_id: product.id } })
  expect([both.status, both.body.errors]).toEqual([422, { slider_id: ['validation.opens_one'] }])
  const opens = { slider_id: null, product_id: product.id }
  const other = await call(notifications.patch, { params: idOf(row), body: opens })
  expect([other.status, other.body]).toMatchObject([200, { slider: null, product: { name: product.name } }])
  expect((await call(notifications.send, { params: idOf(row), body: null })).status).toBe(200)
  expect(services.arrived.map(({ data }) => data.link)).toEqual([`/app/catalogue/products/${product.id}`])
})

test('a copy begins with the record while that is active', async () => {
  const slider = await makeSlider(db)
  const { body: row } = await create({ ...later, slider_id: slider.id })
  const chosen = async () => (await call(notifications.chosen, { params: idOf(row) })).body
  expect((await chosen()).slider).toEqual({ id: slider.id, name: slider.name })
  await db.updateTable('sliders').set({ is_active: false }).where('id', '=', slider.id).execute()
  expect(await chosen()).not.toHaveProperty('slider')
})

test('before sending says how many partners do not see the record', async () => {
  const stranger = await makePartner(db)
  const partners = [partnerId, stranger.id]
  const ask = async (opens: object) =>
    (await call(notifications.recipients, { body: { send_by_category: false, partners, ...opens } })).body
  const slider = await makeSlider(db, { category_id: category.id })
  const node = await makeCatalogueNode(db, { category_ids: [category.id] })
  const { product_id } = await makePlace(db, node.id)
  const campaign = await makeCampaign(db, { category_ids: [category.id] })
  expect(await ask({})).not.toHaveProperty('partners_without_access')
  for (const opens of [{ slider_id: slider.id }, { product_id }, { campaign_id: campaign.id }])
    expect([opens, await ask(opens)]).toMatchObject([opens, { partners: 2, partners_without_access: 1 }])
  // A product below two categories of the catalogue is seen by partners whom both admit.
  const inner = await makeCategory(db)
  const other = await makeCategory(db)
  const below = await makeCatalogueNode(db, { catalogue_id: node.id, category_ids: [inner.id] })
  const { product_id: deeper } = await makePlace(db, below.id)
  const both = await makePartner(db, { category_ids: [category.id, inner.id, other.id] })
  const innerOnly = await makePartner(db, { category_ids: [inner.id] })
  partners.push(both.id, innerOnly.id)
  expect(await ask({ product_id: deeper })).toMatchObject({ partners: 4, partners_without_access: 3 })
  await sql`UPDATE products SET is_active = false WHERE id = ${deeper}`.execute(db)
  expect(await ask({ product_id: deeper })).toMatchObject({ partners_without_access: 4 })
  partners.splice(2)
  await sql`UPDATE sliders SET is_visible = false WHERE id = ${slider.id}`.execute(db)
  expect(await ask({ slider_id: slider.id })).toMatchObject({ partners_without_access: 2 })
})

test('a campaign counts the notifications that open it, without cancelled ones', async () => {
  const campaign = await makeCampaign(db)
  const count = async () => (await call(campaigns.one, { params: idOf(campaign) })).body.counts.notifications
  const { body: row } = await create({ ...later, campaign_id: campaign.id })
  expect(await count()).toBe(1)
  await call(notifications.cancel, { params: idOf(row), body: null })
  expect(await count()).toBe(0)
  await create({ campaign_id: campaign.id })
  await create({})
  expect(await count()).toBe(1)
})
