import { PROMOTION, SEMINAR } from '@kontor/contract/sliders/kinds'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../lib/database/schema.ts'
import type { BannerKind } from './banners.ts'
import type { demoProducts } from './catalogue.ts'
import { type DemoSlider, demoResponses, demoSliders } from './sliders.ts'

type Products = ReturnType<typeof demoProducts>

/** Inserts the sliders with pictures, sign-ups and orders. */
export async function seedSliders(
  tx: Transaction<Schema>,
  files: ReadonlyMap<BannerKind, string>,
  products: Products,
  demoUsername: string,
  now: Date,
) {
  const sliders = demoSliders(now)
  await tx
    .insertInto('sliders')
    .values(sliders.map((slider) => columnsOf(slider, files, products)))
    .execute()
  const links = sliders.flatMap(({ id, category_ids }) =>
    category_ids.map((category_id) => ({ slider_id: id, category_id })),
  )
  await tx.insertInto('slider_categories').values(links).execute()
  const dates = sliders.flatMap(({ id, days }) => days.map((day) => ({ slider_id: id, day })))
  await tx.insertInto('slider_dates').values(dates).execute()
  await seedResponses(tx, sliders, demoUsername, now)
}

function columnsOf(slider: DemoSlider, files: ReadonlyMap<BannerKind, string>, products: Products) {
  const offered = products.find(({ picture, is_active }) => is_active && picture === slider.product)
  return {
    id: slider.id,
    name: slider.name,
    type: slider.type,
    image: files.get(slider.banner) ?? '',
    wyswygimg: null,
    page_content: slider.page_content ?? null,
    url: slider.url ?? null,
    notification_text: slider.notification_text ?? null,
    welcome_message: slider.welcome_message ?? null,
    product_id: offered?.id ?? null,
    position: slider.position ?? null,
    is_visible: slider.is_visible ?? true,
    is_active: slider.is_active ?? true,
    updated_at: slider.updated_at.toISOString(),
  }
}

async function seedResponses(
  tx: Transaction<Schema>,
  sliders: DemoSlider[],
  demoUsername: string,
  now: Date,
) {
  const responses = demoResponses(sliders, await partnerUsersOf(tx, demoUsername), now)
  const offers = await tx
    .selectFrom('sliders')
    .leftJoin('products', 'products.id', 'product_id')
    .select(['sliders.id', 'product_id', 'price'])
    .execute()
  const offerOf = new Map(offers.map((offer) => [offer.id, offer]))
  const orders = responses.filter(({ type }) => type === PROMOTION)
  const lines = orders.map(({ slider_id, partner_id, user_id, quantity, at }) => ({
    slider_id,
    partner_id,
    user_id,
    quantity,
    created_at: at,
    updated_at: at,
    product_id: offerOf.get(slider_id)?.product_id ?? 0,
    price: offerOf.get(slider_id)?.price ?? null,
  }))
  await tx.insertInto('slider_orders').values(lines).execute()
  // Orders older than a week are handled.
  await sql`UPDATE slider_orders SET handled_at = created_at + interval '1 day',
      handled_by = (SELECT min(id) FROM users WHERE partner_id IS NULL AND is_active)
    WHERE created_at < now() - interval '7 days'`.execute(tx)
  const seated = responses.filter(({ type }) => type === SEMINAR)
  const rows = seated.map(({ slider_id, partner_id, user_id, at }) => ({
    slider_id,
    partner_id,
    user_id,
    created_at: at,
    updated_at: at,
  }))
  const registered = await tx.insertInto('slider_registrations').values(rows).returning('id').execute()
  const days = registered.flatMap(({ id }, i) =>
    (seated[i]?.days ?? []).map((day) => ({ slider_registration_id: id, day })),
  )
  await tx.insertInto('slider_registration_days').values(days).execute()
  await seedPlaces(tx)
}

/** Every day has places; on the one to come with the most sign-ups one partner waits. */
async function seedPlaces(tx: Transaction<Schema>) {
  await tx.updateTable('slider_dates').set({ places: 20 }).execute()
  await sql`WITH fullest AS (
    SELECT slider_id, day, count(*) - 1 AS places, max(slider_registration_id) AS last
    FROM slider_registration_days JOIN slider_registrations ON slider_registrations.id = slider_registration_id
    GROUP BY slider_id, day HAVING count(*) > 1 ORDER BY day >= current_date DESC, count(*) DESC, day DESC LIMIT 1
  ), limited AS (
    UPDATE slider_dates SET places = fullest.places FROM fullest
    WHERE slider_dates.slider_id = fullest.slider_id AND slider_dates.day = fullest.day
  ) UPDATE slider_registration_days AS chosen SET is_waiting = true FROM fullest
    WHERE chosen.slider_registration_id = fullest.last AND chosen.day = fullest.day`.execute(tx)
}

/** The active partners by number, each with its user. */
export async function partnerUsersOf(tx: Transaction<Schema>, demoUsername: string) {
  const logins = await tx
    .selectFrom('users')
    .innerJoin('partners', 'partners.id', 'users.partner_id')
    .select(['users.id', 'partner_id', 'username'])
    .where('partners.is_active', '=', true)
    .orderBy('partners.id')
    .execute()
  const links = await tx.selectFrom('partner_categories').selectAll().execute()
  const categories = Map.groupBy(links, ({ partner_id }) => partner_id)
  const demoPartnerId = logins.find(({ username }) => username === demoUsername)?.partner_id
  return logins
    .filter(({ partner_id, username }) => username === String(partner_id))
    .map(({ id, partner_id }) => ({
      user_id: id,
      partner_id: partner_id ?? 0,
      isDemoPartner: partner_id === demoPartnerId,
      category_ids: (categories.get(partner_id ?? 0) ?? []).map(({ category_id }) => category_id),
    }))
}

/** A partner that may sign up or order, with its user. */
export type PartnerUser = Awaited<ReturnType<typeof partnerUsersOf>>[number]
