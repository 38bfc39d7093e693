import type { Locale, LocalizedText } from '@kontor/contract/lib/text/locales'
import { registrationList, sliderOrderList } from '@kontor/contract/sliders/orders'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import { column, listSource } from '../../../lib/lists/source.ts'
import { recordRefOf, recordRefOrNull } from '../../../lib/resources/record-refs.ts'
import { getRow } from '../../../lib/resources/records.ts'
import { partnerCategoryNames } from '../../partners/table.ts'
import { orderedProduct } from '../../products/table.ts'
import '../../users/table.ts'
import { isHandled, publishAnswer } from '../table.ts'

const partner = sql<{ id: number; name: string; category_names: string }>`json_build_object(
  'id', partners.id, 'name', partners.name, 'category_names', ${partnerCategoryNames})`
const ofPartner = {
  partner_id: column('partners', 'id'),
  partner_name: column('partners', 'name', 'name_folded'),
  category_names: { value: partnerCategoryNames },
}

/** A day in files, and the word for one that is waited for. */
const dayFormats: Record<Locale, string> = { cnr: 'DD.MM.YYYY.', en: 'DD/MM/YYYY' }
const waits: LocalizedText = { cnr: 'čeka', en: 'waiting' }

/** The sign-ups of one Seminar. */
export const registrationSource = (sliderId: number, locale: Locale) =>
  listSource({
    definition: registrationList,
    id: sql.ref('slider_registrations.id'),
    columns: {
      ...ofPartner,
      updated_at: column('slider_registrations', 'updated_at'),
      all_dates: {
        value: daysAs(sql`string_agg(to_char(day, ${dayFormats[locale]})
          || CASE WHEN is_waiting THEN ${` (${waits[locale]})`} ELSE '' END, ', ' ORDER BY day)`),
      },
    },
    tables: ['slider_registrations', 'partners', 'partner_categories', 'categories', 'users'],
    rows: (db) =>
      db
        .selectFrom('slider_registrations')
        .innerJoin('partners', 'partners.id', 'slider_registrations.partner_id')
        .select(['slider_registrations.id', 'slider_registrations.updated_at', partner.as('partner')])
        .innerJoin('users', 'users.id', 'slider_registrations.user_id')
        .select(daysAs<string[]>(sql`json_agg(day ORDER BY day)`).as('all_dates'))
        .select(
          daysAs<string[]>(sql`coalesce(json_agg(day ORDER BY day) FILTER (WHERE is_waiting), '[]')`).as(
            'waiting_dates',
          ),
        )
        .select(recordRefOf('users').as('user'))
        .where('slider_id', '=', sliderId),
  })

const daysAs = <T = string>(all: ReturnType<typeof sql>) =>
  sql<T>`(SELECT ${all} FROM slider_registration_days WHERE slider_registration_id = slider_registrations.id)`

/** The orders of one Promocija. */
export const orderSource = (sliderId: number) =>
  listSource({
    definition: sliderOrderList,
    id: sql.ref('slider_orders.id'),
    columns: {
      ...ofPartner,
      updated_at: column('slider_orders', 'updated_at'),
      quantity: column('slider_orders', 'quantity'),
      price: column('slider_orders', 'price'),
      ignore_quantity: column('slider_orders', 'ignore_quantity'),
      is_handled: { value: isHandled },
      handled_at: column('slider_orders', 'handled_at'),
      handled_by: column('users', 'name', 'name_folded'),
    },
    tables: ['slider_orders', 'partners', 'partner_categories', 'categories', 'users'],
    rows: (db) =>
      db
        .selectFrom('slider_orders')
        .innerJoin('partners', 'partners.id', 'slider_orders.partner_id')
        .innerJoin('products', 'products.id', 'slider_orders.product_id')
        .leftJoin('users', 'users.id', 'slider_orders.handled_by')
        .select(['slider_orders.id', 'slider_orders.quantity', 'slider_orders.updated_at'])
        .select([
          'slider_orders.price',
          'slider_orders.ignore_quantity',
          'slider_orders.handled_at',
          isHandled.as('is_handled'),
          recordRefOrNull('users').as('handled_by'),
        ])
        .select(partner.as('partner'))
        .select(orderedProduct.as('product'))
        .where('slider_id', '=', sliderId),
  })

/** Marks an order handled by the user or waiting: the requested state, or the opposite of the current one. */
export const handleOrder = (db: Kysely<Schema>, user: CurrentUser, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    const order = orNotFound(
      await tx
        .selectFrom('slider_orders')
        .select(['slider_id', 'partner_id', 'handled_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst(),
    )
    const was = order.handled_at !== null
    const is = target ?? !was
    if (is !== was) {
      const handled = { handled_at: is ? sql<string>`now()` : null, handled_by: is ? user.id : null }
      await tx.updateTable('slider_orders').set(handled).where('id', '=', id).execute()
    }
    const row = await getRow(tx, orderSource(order.slider_id), id)
    await publishAnswer(tx, order.slider_id, [order.partner_id])
    return row
  })
