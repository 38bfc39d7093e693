// The sliders that a partner may access, for portal routes and for queries of the office.

import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { officeToday } from '../../lib/database/office-time.ts'
import { defineScope, none, type ScopedDb, unscopedDb } from '../../lib/database/scoped-db.ts'
import { invalidField } from '../../lib/http/http-error.ts'
import { requireActive } from '../../lib/resources/records.ts'
import '../products/table.ts'
import { chooseDays, type DayChoice, type Move, publishMoves } from './places/queries.ts'
import { isShown, publishAnswer, publishSlider, sharesCategory } from './table.ts'

declare module '../../lib/database/schema.ts' {
  interface ScopedTables {
    sliders: never
    slider_dates: never
    slider_orders: 'partner_id' | 'user_id'
    slider_registrations: 'partner_id' | 'user_id'
    slider_registration_days: never
  }
}

/** SQL: whether a partner may see a query's slider: shown now, and in an active category of the partner. */
export const visibleTo = (partnerId: number | RawBuilder<number>) =>
  sql<boolean>`(${isShown} AND ${sharesCategory(partnerId)})`

/** SQL: offered days of sliders that the partner sees. */
const ofVisible = (partnerId: number) => sql<boolean>`EXISTS (
  SELECT FROM sliders WHERE sliders.id = slider_dates.slider_id AND ${visibleTo(partnerId)})`
/** SQL: days that the partner has chosen. */
const ofOwn = (partnerId: number) => sql<boolean>`EXISTS (SELECT FROM slider_registrations AS own
  WHERE own.id = slider_registration_id AND own.partner_id = ${partnerId})`

defineScope('sliders', ({ partner_id }) => visibleTo(partner_id), none)
defineScope('slider_dates', ({ partner_id }) => ofVisible(partner_id), none)
defineScope('slider_registration_days', ({ partner_id }) => ofOwn(partner_id), none)
for (const table of ['slider_orders', 'slider_registrations'] as const)
  defineScope(
    table,
    ({ partner_id }) => sql`${sql.ref(`${table}.partner_id`)} = ${partner_id}`,
    ({ partner_id, id }) => ({ partner_id, user_id: id }),
  )

/** Chooses the caller's days of a Seminar that it may see, and that is locked; see {@link chooseDays}. */
export const chooseOwnDays = (tx: ScopedDb, push: AppContext['push'], id: number, choice: DayChoice) =>
  chooseDays(unscopedDb(tx), push, id, { partner_id: tx.user.partner_id, user_id: tx.user.id }, choice)

/** Publishes the caller's order to the office and to its partner's users. The last statement of a transaction. */
export const publishOrder = (scoped: ScopedDb, id: number) =>
  publishAnswer(unscopedDb(scoped), id, [scoped.user.partner_id])

/**
 * Publishes the caller's sign-up, as {@link publishOrder} does; to all partners where they see how many places are
 * available.
 */
export async function publishSignUp(
  scoped: ScopedDb,
  push: AppContext['push'],
  id: number,
  moved: readonly Move[],
) {
  const tx = unscopedDb(scoped)
  const days = tx.selectFrom('slider_dates').select('day').where('slider_id', '=', id)
  const ahead = days.where('places', 'is not', null).where('day', '>=', await officeToday(tx))
  const limited = await ahead.limit(1).executeTakeFirst()
  await publishMoves(tx, push, moved)
  if (limited) await publishSlider(tx, id)
  else await publishAnswer(tx, id, [scoped.user.partner_id])
}

/**
 * Throws for an order of a product that is inactive or has no price yet; locks it until the end of the transaction.
 * Returns its price.
 */
export async function requireSold(scoped: ScopedDb, product_id: number) {
  const tx = unscopedDb(scoped)
  await requireActive(tx, 'products', product_id, 'product_id')
  const products = tx.selectFrom('products').select('price').where('id', '=', product_id)
  const product = await products.where('price', '>', '0').executeTakeFirst()
  if (!product) throw invalidField('product_id', 'validation.inactive')
  return product.price
}
