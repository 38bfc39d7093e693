import { registrationList, sliderOrderList } from '@kontor/contract/sliders/answers'
import { type Kysely, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Schema } from '../../../lib/database/schema.ts'
import { found } from '../../../lib/http/http-error.ts'
import { column, listSource } from '../../../lib/lists/source.ts'
import { partnerCategoryNames } from '../../partners/table.ts'
import '../../products/table.ts'
import '../table.ts'

const partner = sql<{ id: number; name: string; category_names: string }>`json_build_object(
  'id', partners.id, 'name', partners.name, 'category_names', ${partnerCategoryNames})`
const ofPartner = {
  partner_id: column('partners', 'id'),
  partner_name: column('partners', 'name', 'name_folded'),
  category_names: { value: partnerCategoryNames },
}

/** The sign-ups of one Seminar. */
export const registrationSource = (sliderId: number) =>
  listSource({
    definition: registrationList,
    id: sql.ref('slider_registrations.id'),
    columns: {
      ...ofPartner,
      updated_at: column('slider_registrations', 'updated_at'),
      all_dates: { value: daysAs(sql`string_agg(to_char(day, 'DD.MM.YYYY.'), ', ' ORDER BY day)`) },
    },
    tables: ['slider_registrations', 'partners', 'partner_categories', 'categories'],
    rows: (db) =>
      db
        .selectFrom('slider_registrations')
        .innerJoin('partners', 'partners.id', 'slider_registrations.partner_id')
        .select(['slider_registrations.id', 'slider_registrations.updated_at', partner.as('partner')])
        .select(daysAs<string[]>(sql`json_agg(day ORDER BY day)`).as('all_dates'))
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
    },
    tables: ['slider_orders', 'partners', 'partner_categories', 'categories'],
    rows: (db) =>
      db
        .selectFrom('slider_orders')
        .innerJoin('partners', 'partners.id', 'slider_orders.partner_id')
        .innerJoin('products', 'products.id', 'slider_orders.product_id')
        .select(['slider_orders.id', 'slider_orders.quantity', 'slider_orders.updated_at'])
        .select(partner.as('partner'))
        .select(({ ref }) =>
          jsonBuildObject({
            id: ref('products.id'),
            erp_code: ref('erp_code'),
            name: ref('products.name'),
          }).as('product'),
        )
        .where('slider_id', '=', sliderId),
  })

/** Throws 404 when the slider does not exist. All types are accepted; most have no sign-ups or orders. */
export async function requireSlider(db: Kysely<Schema>, id: number) {
  found(await db.selectFrom('sliders').select('id').where('id', '=', id).executeTakeFirst())
}
