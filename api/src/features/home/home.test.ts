import { campaigns } from '@kontor/contract/campaigns'
import { cart } from '@kontor/contract/campaigns/cart'
import { catalogueOrders } from '@kontor/contract/catalogueOrders'
import { home } from '@kontor/contract/home'
import { homeDay } from '@kontor/contract/home/day'
import { barLinks, listLinks, ordersOn } from '@kontor/contract/home/links'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { notifications } from '@kontor/contract/notifications'
import { partners } from '@kontor/contract/partners'
import { products } from '@kontor/contract/products'
import { sliders } from '@kontor/contract/sliders'
import { users } from '@kontor/contract/users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import {
  makeCategory,
  makeCity,
  makeDevice,
  makePartner,
  makeProduct,
  makeSlider,
  makeStore,
  makeUser,
} from '../../../test/make.ts'
import { makeCampaign, makeCartItem } from '../../../test/make-campaign.ts'
import { makeCatalogue, makeOrder } from '../../../test/make-order.ts'

const { db, call } = await startApp()

test('counts active records, inactive partners, and users by audience', async () => {
  const before = (await call(home.figures, {})).body as Required<ResponseBody<typeof home.figures>>
  await makeProduct(db)
  await makeProduct(db, { quantity: 0 })
  await makeProduct(db, { quantity: 0, is_active: false })
  await makePartner(db)
  await makePartner(db, { is_active: false })
  await makePartner(db, { is_active: false })
  await makeUser(db)
  await makeUser(db, { is_active: false })
  await makeUser(db, { partner_id: (await makePartner(db)).id })
  await makeCategory(db, { is_active: false })
  const { id: category_id } = await makeCategory(db)
  const city = await makeCity(db)
  await makeStore(db, { city_id: city.id })
  await makeStore(db, { city_id: city.id, is_active: false })
  const { user_id } = await makeDevice(db)
  const { partner_id } = await db
    .selectFrom('users')
    .select('partner_id')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const message = { message_content: 'Poruka', user_id, partner_id: partner_id ?? 0 }
  for (const [type, is_active] of [
    [1, true],
    [3, true],
    [3, false],
  ] as const)
    await db
      .insertInto('customer_support')
      .values({ ...message, type, is_active })
      .execute()
  await makeSlider(db, { category_id })
  await makeSlider(db, { category_id, is_visible: false })
  await makeSlider(db, { category_id, is_active: false })
  const offered = await makeProduct(db, { is_active: true, quantity: 1 })
  const campaign = await makeCampaign(db, { category_ids: [category_id], products: [offered] })
  await makeCampaign(db, { category_ids: [category_id], is_visible: false })
  await makeCampaign(db, { category_ids: [category_id], visible_until: '2020-01-01' })
  await makeCampaign(db, { category_ids: [category_id], is_active: false })
  const line = { campaign_id: campaign.id, product_id: offered.id, partner_id: partner_id ?? 0, user_id }
  await makeCartItem(db, line)
  await makeCartItem(db, line)
  await makeCartItem(db, { ...line, is_delivered: true })
  await makeCartItem(db, { campaign_id: campaign.id, product_id: offered.id })
  const ordered = { quantity: 3, price: '0.1', product_id: offered.id, partner_id: partner_id ?? 0, user_id }
  for (const more of [{}, { is_active: false }, { created_at: '2026-01-01T10:00Z' }])
    await makeOrder(db, { ...ordered, ...more })
  await makeCatalogue(db, [offered])
  await makeCatalogue(db, [offered], { is_visible: false })
  await makeCatalogue(db, [offered], { is_active: true })
  const gone = await makeCatalogue(db, [offered])
  await db.updateTable('catalogue').set({ is_active: false }).where('id', '=', gone.id).execute()
  const link = { name: 'Link', is_item: true, description: null, link: 'https://kontor.me' }
  const folder = { name: 'Folder', is_item: false, description: null, link: null }
  for (const node of [folder, folder, link])
    await db
      .insertInto('technical_support')
      .values({ ...node, technical_support_id: null })
      .execute()
  const { body } = await call(home.figures, {})
  expect(body).toEqual({
    ...before,
    campaigns: { shown: before.campaigns.shown + 1, hidden: before.campaigns.hidden + 2 },
    cart: { undelivered: before.cart.undelivered + 3, partners: before.cart.partners + 2 },
    sliders: { visible: before.sliders.visible + 1, hidden: before.sliders.hidden + 1 },
    products: { active: before.products.active + 3, out_of_stock: before.products.out_of_stock + 1 },
    partners: { active: before.partners.active + 4, inactive: before.partners.inactive + 2 },
    users: { staff: before.users.staff + 1, partners: before.users.partners + 3 },
    notifications: { recent: 0, devices: before.notifications.devices + 1 },
    support: { open: before.support.open + 2, complaints: before.support.complaints + 1 },
    categories: before.categories + 1,
    cities: before.cities + 1,
    countries: before.countries + 1,
    stores: before.stores + 1,
    catalogue: { categories: 3, products: 3, hidden: 1 },
    technicalSupport: { folders: 2, items: 1 },
    catalogueOrders: { today: 1, pieces: 3, total: '0.300' },
  })
})

test('counts of users and notifications equal those of the linked lists', async () => {
  const { id: user_id } = await makeUser(db)
  await makeUser(db, { partner_id: (await makePartner(db)).id })
  const day = (await sql<{ day: string }>`SELECT (office_day() - 29)::text AS day`.execute(db)).rows[0]?.day
  const push = await db
    .insertInto('pushes')
    .values({ title: 'Popis', text: 'Tekst', link: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const text = { subject: 'Popis', notification_text: 'Tekst' }
  const sent = { ...text, send_by_category: true, user_id, push_id: push.id }
  // The first moment of the thirty days, and the moment before it.
  for (const hours of [0, -1])
    await db
      .insertInto('notifications')
      .values({
        ...sent,
        updated_at: sql`${day}::timestamp AT TIME ZONE 'Europe/Podgorica' + ${hours} * interval '1 hour'`,
      })
      .execute()
  const figures = (await call(home.figures, {})).body
  const recentFilters = { state: 'sent', updated_at: `>=${day}` }
  const listed = (await call(notifications.index, { body: { filters: recentFilters } })).body
  const staff = { staff: 'true', is_active: 'true' }
  const office = (await call(users.index, { body: { filters: staff } })).body
  expect([figures.notifications?.recent, figures.users?.staff]).toEqual([
    listed.total_rows,
    office.total_rows,
  ])
  expect(listed.total_rows).toBe(1)
})

/** The list request of a link's query string. */
const bodyOf = (search: Readonly<Record<string, string>>) => {
  const filters = Object.entries(search).flatMap(([key, typed]) =>
    key.startsWith('f.') ? [[key.slice(2), typed] as const] : [],
  )
  const { from, to } = search
  return { filters: Object.fromEntries(filters), ...(from && to && { date_from: from, date_to: to }) }
}

test('linked lists omit what partners do not see today, and inactive orders', async () => {
  const day = (await sql<{ day: string }>`SELECT office_day()::text AS day`.execute(db)).rows[0]?.day ?? ''
  const { id: category_id } = await makeCategory(db)
  await makeSlider(db, { category_id, visible_until: '2020-01-01T10:00Z' })
  await makeSlider(db, { category_id, visible_from: '2099-01-01T10:00Z' })
  await makeCampaign(db, { category_ids: [category_id], visible_from: '2099-01-01' })
  const product = await makeProduct(db)
  await makeOrder(db)
  await makeOrder(db, { is_active: false })
  const { id: campaign_id } = await makeCampaign(db, { category_ids: [category_id], products: [product] })
  await makeCartItem(db, { campaign_id, product_id: product.id, is_delivered: true })
  const figures = (await call(home.figures, {})).body as Required<ResponseBody<typeof home.figures>>
  const bars = (await call(homeDay.orders, {})).body.sources
  const barOf = (source: 'catalogue' | 'campaigns') => bars[source]?.find((one) => one.day === day)?.orders
  const pairs = [
    [figures.partners.active, partners.index, listLinks.partners],
    [figures.campaigns.shown, campaigns.index, listLinks.campaigns],
    [figures.campaigns.hidden, campaigns.index, { 'f.is_shown': 'false', 'f.is_active': 'true' }],
    [figures.cart.undelivered, cart.index, listLinks.cart],
    [figures.products.out_of_stock, products.index, listLinks.products],
    [figures.sliders.visible, sliders.index, listLinks.sliders],
    [figures.catalogueOrders.today, catalogueOrders.index, ordersOn(day)],
    [barOf('catalogue'), catalogueOrders.index, barLinks.catalogue.search(day)],
    [barOf('campaigns'), cart.index, barLinks.campaigns.search(day)],
  ] as const
  for (const [counted, list, search] of pairs) {
    const { body } = await call(list, { body: bodyOf(search) })
    expect([list.path, search, body.total_rows]).toEqual([list.path, search, counted])
  }
})
