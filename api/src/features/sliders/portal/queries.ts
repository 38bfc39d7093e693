import { PROMOTION, SEMINAR, type SliderType } from '@kontor/contract/sliders/kinds'
import type { PortalSlider, portalSliders } from '@kontor/contract/sliders/portal'
import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { PortalContext } from '../../../context.ts'
import type { ScopedDb } from '../../../lib/database/scoped-db.ts'
import { notFound, orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { recordRefOf } from '../../../lib/resources/record-refs.ts'
import { currentMoment } from '../../catalogueOrders/scope.ts'
import { checkLine, lockProducts, requireShownPrice, stockOf } from '../../products/scope.ts'
import { orderedProduct } from '../../products/table.ts'
import { chooseOwnDays, publishOrder, publishSignUp, requireSold } from '../scope.ts'
import { automaticOrder, countOfDay, isHandled } from '../table.ts'

const openDates = sql<string[]>`coalesce((
  SELECT json_agg(day ORDER BY day) FROM slider_dates WHERE slider_id = sliders.id AND day >= office_day()), '[]')`
const chosenDates = (partnerId: number, which = sql`true`) => sql<string[]>`coalesce((
  SELECT json_agg(day ORDER BY day) FROM slider_registration_days JOIN slider_registrations
    ON slider_registrations.id = slider_registration_id
  WHERE slider_id = sliders.id AND partner_id = ${partnerId} AND ${which}), '[]')`
const waitingDates = (partnerId: number) => chosenDates(partnerId, sql`is_waiting`)
/** The offered days with a number of places: how many are free, and where this partner waits. */
const places = (partnerId: number) => sql<PortalSlider['places']>`coalesce((
  SELECT json_agg(json_build_object('day', day, 'waiting', waiting, 'free', greatest(0, places - ${countOfDay(false)}))
    ORDER BY day)
  FROM slider_dates LEFT JOIN LATERAL (
    SELECT (SELECT count(*) FROM slider_registration_days AS before
        JOIN slider_registrations AS other ON other.id = before.slider_registration_id
        WHERE other.slider_id = sliders.id AND before.day = mine.day AND before.is_waiting
          AND (before.chosen_at, before.slider_registration_id) <= (mine.chosen_at, mine.slider_registration_id)
      ) AS waiting
    FROM slider_registration_days AS mine JOIN slider_registrations AS own ON own.id = mine.slider_registration_id
    WHERE own.slider_id = sliders.id AND own.partner_id = ${partnerId} AND mine.day = slider_dates.day
      AND mine.is_waiting) AS queue ON true
  WHERE slider_id = sliders.id AND day >= office_day() AND places IS NOT NULL), '[]')`
const orderedPieces = (partnerId: number) => sql<number>`coalesce((
  SELECT sum(quantity) FROM slider_orders WHERE slider_id = sliders.id AND partner_id = ${partnerId}), 0)`

const rowsFor = (scoped: ScopedDb) =>
  scoped
    .selectFrom('sliders')
    .select(['sliders.id', 'sliders.name', 'type', 'sliders.image', 'url', 'sliders.updated_at'])
    .select([openDates.as('available_dates'), chosenDates(scoped.user.partner_id).as('chosen_dates')])
    .select([
      waitingDates(scoped.user.partner_id).as('waiting_dates'),
      orderedPieces(scoped.user.partner_id).as('ordered'),
      places(scoped.user.partner_id).as('places'),
    ])

/** The sliders that a partner may see: first those with a place, then the others. */
export const listSlidersFor = (scoped: ScopedDb) =>
  rowsFor(scoped).orderBy('sliders.position').orderBy(automaticOrder).execute()

/** A slider. Throws 404, whether it is hidden from this partner or does not exist. */
export async function getSliderFor(scoped: ScopedDb, id: number) {
  const slider = await rowsFor(scoped)
    .leftJoin('products', (join) =>
      join
        .onRef('products.id', '=', 'product_id')
        .on('products.is_active', '=', true)
        .on('products.price', '>', '0'),
    )
    .select(['page_content', 'wyswygimg', 'welcome_message'])
    .select(
      sql<Offered | null>`CASE WHEN products.id IS NOT NULL THEN json_build_object('id', products.id,
        'erp_code', erp_code, 'name', products.name, 'description', description, 'price', price::text,
        'image', products.image) END`.as('product'),
    )
    .where('sliders.id', '=', id)
    .executeTakeFirst()
  return orNotFound(slider)
}

interface Offered {
  id: number
  erp_code: string
  name: string
  description: string | null
  price: string
  image: string | null
}

const ordersOf = (scoped: ScopedDb) =>
  scoped
    .selectFrom('slider_orders')
    .innerJoin('sliders', 'sliders.id', 'slider_orders.slider_id')
    .innerJoin('products', 'products.id', 'slider_orders.product_id')
    .select(['slider_orders.id', 'slider_orders.quantity', 'slider_orders.updated_at'])
    .select(['slider_orders.price', 'slider_orders.ignore_quantity'])
    .select(isHandled.as('is_handled'))
    .select(({ ref }) => [
      jsonBuildObject({
        id: ref('sliders.id'),
        name: ref('sliders.name'),
        image: ref('sliders.image'),
      }).as('slider'),
      orderedProduct.as('product'),
    ])

/** All orders of a partner, also of sliders that it no longer sees. */
export const listOrdersOf = (scoped: ScopedDb) =>
  ordersOf(scoped).orderBy('slider_orders.id', 'desc').execute()

/** All sign-ups of a partner, also for sliders that it no longer sees. */
export const listRegistrationsOf = (scoped: ScopedDb) =>
  scoped
    .selectFrom('slider_registrations')
    .innerJoin('sliders', 'sliders.id', 'slider_registrations.slider_id')
    .select(['slider_registrations.id', 'slider_registrations.updated_at'])
    .select([recordRefOf('sliders').as('slider'), chosenDates(scoped.user.partner_id).as('dates')])
    .select(waitingDates(scoped.user.partner_id).as('waiting_dates'))
    .orderBy('slider_registrations.updated_at', 'desc')
    .orderBy('slider_registrations.id', 'desc')
    .execute()

/** Locks a slider of this type that the partner may see, until the end of the transaction. Throws 404. */
async function requireVisible(tx: ScopedDb, id: number, type: SliderType) {
  const slider = await tx
    .selectFrom('sliders')
    .select(['type', 'product_id'])
    .where('sliders.id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (slider?.type !== type) throw notFound()
  return slider
}

/**
 * Replaces the future days of a Seminar that a partner has chosen; no days withdraw the sign-up. Past days are not
 * changed. Throws 422 at `dates` for a day that is not offered, unless it was chosen earlier, and 409 when other days
 * than `before` are chosen by now.
 */
export const checkIn = (
  scoped: ScopedDb,
  push: PortalContext['push'],
  slider_id: number,
  choice: HandlerCall<typeof portalSliders.checkIn>['body'],
) =>
  scoped.transaction(async (tx) => {
    await requireVisible(tx, slider_id, SEMINAR)
    const moved = await chooseOwnDays(tx, push, slider_id, choice)
    const slider = await getSliderFor(tx, slider_id)
    await publishSignUp(tx, push, slider_id, moved)
    return slider
  })

/**
 * Orders pieces of a Promocija at the current price; the server sets partner, product and price. Throws 422 when the
 * partner has seen another price, or there are too few in stock and it has not confirmed that.
 */
export async function placeOrder(
  tx: ScopedDb,
  slider_id: number,
  { quantity, price: shownPrice, ignore_quantity }: HandlerCall<typeof portalSliders.order>['body'],
) {
  const { product_id } = await requireVisible(tx, slider_id, PROMOTION)
  if (product_id === null) throw notFound()
  await lockProducts(tx, [product_id]) // first: simultaneous orders that all had a shared lock would deadlock
  const price = await requireSold(tx, product_id)
  requireShownPrice(shownPrice, price)
  const isShort = checkLine({ product_id, quantity, ignore_quantity }, await stockOf(tx, product_id))
  const { id } = await tx
    .insertInto('slider_orders', [
      {
        slider_id,
        product_id,
        quantity,
        price,
        ignore_quantity: isShort,
        created_at: await currentMoment(tx),
      },
    ])
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = await ordersOf(tx).where('slider_orders.id', '=', id).executeTakeFirstOrThrow()
  await publishOrder(tx, slider_id)
  return order
}
