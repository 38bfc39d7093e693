import { PROMOCIJA, SEMINAR, type SliderType } from '@kontor/contract/sliders/kinds'
import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { SignedInPartner } from '../../../kit/auth/guard.ts'
import type { Schema } from '../../../kit/db/schema.ts'
import { inTransaction } from '../../../kit/db/transaction.ts'
import { publish } from '../../../kit/events/events.ts'
import { requireStaying } from '../../../kit/imports/lock.ts'
import { requireActive } from '../../../kit/records/records.ts'
import { found, invalidField, notFound } from '../../../kit/serve/refusal.ts'
import '../../products/table.ts'
import { dayInOffice, today, visibleTo } from '../table.ts'

const openDates = sql<string[]>`coalesce((
  SELECT json_agg(day ORDER BY day) FROM slider_dates WHERE slider_id = sliders.id AND day >= ${today}), '[]')`
const chosenDates = (partnerId: number) => sql<string[]>`coalesce((
  SELECT json_agg(day ORDER BY day) FROM slider_registration_days JOIN slider_registrations
    ON slider_registrations.id = slider_registration_id
  WHERE slider_id = sliders.id AND partner_id = ${partnerId}), '[]')`
const orderedPieces = (partnerId: number) => sql<number>`coalesce((
  SELECT sum(quantity) FROM slider_orders WHERE slider_id = sliders.id AND partner_id = ${partnerId}), 0)`

const rowsFor = (db: Kysely<Schema>, partnerId: number) =>
  db
    .selectFrom('sliders')
    .where(visibleTo(partnerId))
    .select(['sliders.id', 'sliders.name', 'type', 'sliders.image', 'url', 'sliders.updated_at'])
    .select([openDates.as('available_dates'), chosenDates(partnerId).as('chosen_dates')])
    .select(orderedPieces(partnerId).as('ordered'))

/** The sliders that a partner may see, the last changed first. */
export const listSlidersFor = (db: Kysely<Schema>, partnerId: number) =>
  rowsFor(db, partnerId).orderBy('sliders.updated_at', 'desc').orderBy('sliders.id', 'desc').execute()

/** One of them. Refuses with 404, whether it is hidden from this partner or not there at all. */
export async function getSliderFor(db: Kysely<Schema>, partnerId: number, id: number) {
  const slider = await rowsFor(db, partnerId)
    .leftJoin('products', (join) =>
      join.onRef('products.id', '=', 'product_id').on('products.is_active', '=', true),
    )
    .select(['page_content', 'wyswygimg', 'welcome_message'])
    .select(
      sql<Offered | null>`CASE WHEN products.id IS NOT NULL THEN json_build_object('id', products.id,
        'erp_code', erp_code, 'name', products.name, 'description', description, 'price', price::text,
        'image', products.image) END`.as('product'),
    )
    .where('sliders.id', '=', id)
    .executeTakeFirst()
  return found(slider)
}

interface Offered {
  id: number
  erp_code: string
  name: string
  description: string | null
  price: string
  image: string | null
}

const ordersOf = (db: Kysely<Schema>, partnerId: number) =>
  db
    .selectFrom('slider_orders')
    .innerJoin('sliders', 'sliders.id', 'slider_orders.slider_id')
    .innerJoin('products', 'products.id', 'slider_orders.product_id')
    .select(['slider_orders.id', 'slider_orders.quantity', 'slider_orders.updated_at'])
    .select(({ ref }) => [
      jsonBuildObject({ id: ref('sliders.id'), name: ref('sliders.name') }).as('slider'),
      jsonBuildObject({
        id: ref('products.id'),
        erp_code: ref('erp_code'),
        name: ref('products.name'),
      }).as('product'),
    ])
    .where('slider_orders.partner_id', '=', partnerId)

/** What a partner has ordered, also of sliders that it no longer sees. */
export const listOrdersOf = (db: Kysely<Schema>, partnerId: number) =>
  ordersOf(db, partnerId).orderBy('slider_orders.id', 'desc').execute()

/** What a partner has signed up for, also of sliders that it no longer sees. */
export const listRegistrationsOf = (db: Kysely<Schema>, partnerId: number) =>
  db
    .selectFrom('slider_registrations')
    .innerJoin('sliders', 'sliders.id', 'slider_registrations.slider_id')
    .select(['slider_registrations.id', 'slider_registrations.updated_at'])
    .select(({ ref }) => jsonBuildObject({ id: ref('sliders.id'), name: ref('sliders.name') }).as('slider'))
    .select(chosenDates(partnerId).as('dates'))
    .where('partner_id', '=', partnerId)
    .orderBy('slider_registrations.updated_at', 'desc')
    .orderBy('slider_registrations.id', 'desc')
    .execute()

/** A slider of this type that the partner may see; it stays as it is until the transaction ends. Refuses with 404. */
async function requireVisible(tx: Transaction<Schema>, partnerId: number, id: number, type: SliderType) {
  const slider = await tx
    .selectFrom('sliders')
    .select(['type', 'product_id'])
    .where(visibleTo(partnerId))
    .where('sliders.id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (slider?.type !== type) throw notFound()
  return slider
}

/**
 * Signs a partner up for these days of a Seminar instead of those to come that it chose before; none withdraws. What is
 * past stays as it was. Refuses with 422 at `dates` a day that is not on offer, unless it was chosen while it was.
 */
export const checkIn = (db: Kysely<Schema>, user: SignedInPartner, slider_id: number, wanted: string[]) =>
  inTransaction(db, async (tx) => {
    requireStaying('partners')
    const { partner_id } = user
    await requireVisible(tx, partner_id, slider_id, SEMINAR)
    const registration = await tx
      .insertInto('slider_registrations')
      .values({ slider_id, partner_id, user_id: user.id })
      .onConflict((conflict) =>
        conflict
          .constraint('slider_registrations_once')
          .doUpdateSet({ user_id: user.id, updated_at: sql<string>`now()` }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await replaceDays(tx, slider_id, registration.id, wanted)
    const slider = await getSliderFor(tx, partner_id, slider_id)
    await publish(tx, { to: { staff: 'sliders.see' }, type: 'sliders', data: { id: slider_id } })
    return slider
  })

async function replaceDays(
  tx: Transaction<Schema>,
  sliderId: number,
  slider_registration_id: number,
  wanted: string[],
) {
  const now = await dayInOffice(tx)
  const own = tx
    .selectFrom('slider_registration_days')
    .where('slider_registration_id', '=', slider_registration_id)
  const offered = tx.selectFrom('slider_dates').select('day').where('slider_id', '=', sliderId)
  const had = new Set((await own.select('day').execute()).map(({ day }) => day))
  const open = new Set((await offered.where('day', '>=', now).execute()).map(({ day }) => day))
  if (wanted.some((day) => !open.has(day) && !had.has(day)))
    throw invalidField('dates', 'validation.date_unavailable')
  await tx
    .deleteFrom('slider_registration_days')
    .where('slider_registration_id', '=', slider_registration_id)
    .where('day', '>=', now)
    .where(sql<boolean>`NOT day = ANY(${wanted}::date[])`)
    .execute()
  const days = wanted.filter((day) => !had.has(day)).map((day) => ({ slider_registration_id, day }))
  if (days.length > 0) await tx.insertInto('slider_registration_days').values(days).execute()
  const isEmpty = wanted.length === 0 && ![...had].some((day) => day < now)
  if (isEmpty) await tx.deleteFrom('slider_registrations').where('id', '=', slider_registration_id).execute()
}

/** Orders pieces of a Promocija. Whose order it is and of what, the server says. */
export async function placeOrder(
  tx: Transaction<Schema>,
  user: SignedInPartner,
  slider_id: number,
  quantity: number,
) {
  requireStaying('partners')
  const { partner_id } = user
  const { product_id } = await requireVisible(tx, partner_id, slider_id, PROMOCIJA)
  if (product_id === null) throw notFound()
  await requireActive(tx, 'products', product_id, 'product_id')
  const { id } = await tx
    .insertInto('slider_orders')
    .values({ slider_id, partner_id, user_id: user.id, product_id, quantity })
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = await ordersOf(tx, partner_id).where('slider_orders.id', '=', id).executeTakeFirstOrThrow()
  await publish(tx, { to: { staff: 'sliders.see' }, type: 'sliders', data: { id: slider_id } })
  return order
}
