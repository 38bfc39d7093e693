import type { sliderFields } from '@kontor/contract/sliders/form'
import type { SliderState, SliderType } from '@kontor/contract/sliders/kinds'
import { type Generated, type Kysely, type RawBuilder, sql } from 'kysely'
import { registerConstraints } from '../../lib/database/constraints.ts'
import type { RecordTableColumns, Schema } from '../../lib/database/schema.ts'
import { publish } from '../../lib/realtime/events.ts'
import type { FieldsTable } from '../../lib/resources/field-columns.ts'
import '../partners/table.ts'
import '../users/table.ts'

type SliderTable = RecordTableColumns &
  FieldsTable<typeof sliderFields> & {
    name_folded: Generated<string>
    type: SliderType
    image: string
    wyswygimg: string | null
    product_id: number | null
    is_visible: Generated<boolean>
    visible_from: Generated<string | null>
    visible_until: Generated<string | null>
    /** The last published state. Set by a trigger. */
    state: Generated<SliderState>
    is_push_due: Generated<boolean>
    /** The place among the sliders of partners, from 1; null for one that follows automatically. */
    position: Generated<number | null>
  }

declare module '../../lib/database/schema.ts' {
  interface Schema {
    sliders: SliderTable
    slider_categories: { slider_id: number; category_id: number }
    /** `places` is null for no limit. */
    slider_dates: { slider_id: number; day: string; places: number | null }
    slider_registrations: {
      id: Generated<number>
      slider_id: number
      partner_id: number
      user_id: number
      created_at: Generated<string>
      updated_at: Generated<string>
    }
    slider_registration_days: {
      slider_registration_id: number
      day: string
      is_waiting: Generated<boolean>
      /** The order in which partners wait. */
      chosen_at: Generated<string>
    }
    slider_orders: {
      id: Generated<number>
      slider_id: number
      partner_id: number
      user_id: number
      product_id: number
      quantity: number
      /** Null for orders before prices were kept. */
      price: Generated<string | null>
      ignore_quantity: Generated<boolean>
      handled_at: Generated<string | null>
      handled_by: Generated<number | null>
      created_at: Generated<string>
      updated_at: Generated<string>
    }
  }
}

registerConstraints({
  sliders_moments: { field: 'visible_until', key: 'validation.moment_order' },
  sliders_product_inactive: { field: 'product_id', key: 'validation.inactive' },
  sliders_type_used: { field: 'type', key: 'validation.slider_contains_partners' },
  slider_categories_category_inactive: { field: 'categories', key: 'validation.inactive' },
  sliders_categories_inactive: { field: 'categories', key: 'validation.slider_inactive_categories' },
  sliders_product_missing: { field: 'product_id', key: 'validation.not_found' },
  slider_categories_category_missing: { field: 'categories', key: 'validation.not_found' },
})

/** SQL: whether partners see an active slider now, by the database's clock. */
export const stateNow = sql<SliderState>`slider_state(sliders.is_visible, sliders.visible_from, sliders.visible_until)`
/** SQL: whether partners see a query's slider now. */
export const isShown = sql<boolean>`(sliders.is_active AND ${stateNow} = 'visible')`

/** SQL: whether a partner has an active category of a query's slider. */
export const sharesCategory = (partnerId: number | RawBuilder<number>) => sql<boolean>`EXISTS (
  SELECT FROM slider_categories AS theirs
  JOIN partner_categories AS own ON own.category_id = theirs.category_id AND own.partner_id = ${partnerId}
  JOIN categories ON categories.id = own.category_id AND categories.is_active
  WHERE theirs.slider_id = sliders.id)`

/** SQL: the numbers of a day of `slider_dates`: who has a place, and who waits. */
export const countOfDay = (
  isWaiting: boolean,
) => sql<number>`(SELECT count(*) FROM slider_registration_days AS chosen
  JOIN slider_registrations AS own ON own.id = chosen.slider_registration_id
  WHERE own.slider_id = slider_dates.slider_id AND chosen.day = slider_dates.day
    AND chosen.is_waiting = ${sql.lit(isWaiting)})`

/** SQL: whether the office has handled an order. */
export const isHandled = sql<boolean>`(slider_orders.handled_at IS NOT NULL)`

/** SQL: the order of sliders without a place: by their last change or beginning, the latest first. */
export const automaticOrder = sql`greatest(sliders.updated_at, sliders.visible_from) DESC, sliders.id DESC`

/** The files of /api/images/`folder` that a text uses. */
export async function picturesInTexts(db: Kysely<Schema>, folder: string) {
  const pattern = `/api/images/${folder}/([\\w-]+\\.(?:jpg|png))`
  const { rows } = await sql<{ name: string }>`SELECT DISTINCT found[1] AS name
    FROM sliders CROSS JOIN regexp_matches(page_content, ${pattern}, 'g') AS found`.execute(db)
  return rows.map(({ name }) => name)
}

/** Publishes a sign-up or an order to the office and to the users of these partners. The last statement of a transaction. */
export async function publishAnswer(tx: Kysely<Schema>, id: number, partnerIds: readonly number[]) {
  const users = tx.selectFrom('users').select('id').where('partner_id', 'in', partnerIds)
  const readers = await users.where('is_active', '=', true).orderBy('id').execute()
  const event = { type: 'sliders', data: { id } } as const
  await publish(tx, [
    { ...event, to: { staff: 'sliders.see' } },
    ...readers.map((user) => ({ ...event, to: { userId: user.id } })),
  ])
}

/** Publishes a change of a slider to office and partners. The last statement of a transaction. */
export const publishSlider = (tx: Kysely<Schema>, id: number) =>
  publish(tx, [
    { to: { staff: 'sliders.see' }, type: 'sliders', data: { id } },
    { to: 'portal', type: 'sliders', data: { id } },
  ])
