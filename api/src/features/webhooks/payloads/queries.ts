import { supportTypes } from '@kontor/contract/customerSupport'
import { partnerFields } from '@kontor/contract/partners/fields'
import { PING, type WebhookEvent } from '@kontor/contract/webhooks/events'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isoMilliseconds } from '../../../lib/database/iso-time.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { selectRecords } from '../../../lib/resources/field-columns.ts'
import { partnerCategories, partnerCategoryNames } from '../../partners/table.ts'
import '../table.ts'

const named = (table: string) =>
  sql`jsonb_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)})`
const product = sql`jsonb_build_object('id', products.id, 'erp_code', products.erp_code, 'name', products.name)`
const typeNames = JSON.stringify(supportTypes)

const catalogueOrder = sql`SELECT jsonb_build_object('id', own.id, 'created_at', ${isoMilliseconds('own.created_at')},
    'basket', basket, 'partner', ${named('partners')}, 'product', ${product}, 'quantity', own.quantity,
    'price', own.price::text, 'total', own.total::text, 'ignore_quantity', ignore_quantity, 'is_active', own.is_active) AS data
  FROM catalogue_orders AS own JOIN partners ON partners.id = own.partner_id JOIN products ON products.id = own.product_id
  WHERE own.id = `
const promotionOrder = sql`SELECT jsonb_build_object('id', own.id, 'created_at', ${isoMilliseconds('own.created_at')},
    'slider', ${named('sliders')}, 'partner', ${named('partners')}, 'product', ${product}, 'quantity', own.quantity,
    'price', own.price::text, 'ignore_quantity', own.ignore_quantity) AS data
  FROM slider_orders AS own JOIN sliders ON sliders.id = own.slider_id JOIN partners ON partners.id = own.partner_id
  JOIN products ON products.id = own.product_id WHERE own.id = `
const cartItem = sql`SELECT jsonb_build_object('id', own.id, 'created_at', ${isoMilliseconds('own.created_at')},
    'campaign', ${named('campaigns')}, 'partner', ${named('partners')}, 'product', ${product}, 'quantity', own.quantity,
    'price', own.price::text, 'total', (own.price * own.quantity)::text, 'ignore_quantity', ignore_quantity,
    'is_delivered', own.is_delivered) AS data
  FROM campaign_cart_items AS own JOIN campaigns ON campaigns.id = own.campaign_id
  JOIN partners ON partners.id = own.partner_id JOIN products ON products.id = own.product_id WHERE own.id = `
const chosenDays = (which: RawBuilder<unknown>) => sql`coalesce((SELECT jsonb_agg(day ORDER BY day)
  FROM slider_registration_days WHERE slider_registration_id = own.id AND ${which}), '[]')`
const signUp = sql`SELECT jsonb_build_object('id', own.id, 'created_at', ${isoMilliseconds('own.created_at')},
    'slider', ${named('sliders')}, 'partner', ${named('partners')}, 'dates', ${chosenDays(sql`true`)},
    'waiting_dates', ${chosenDays(sql`is_waiting`)}) AS data
  FROM slider_registrations AS own JOIN sliders ON sliders.id = own.slider_id
  JOIN partners ON partners.id = own.partner_id WHERE own.id = `
const supportMessage = sql`SELECT jsonb_build_object('id', own.id, 'created_at', ${isoMilliseconds('own.created_at')},
    'type', own.type, 'type_name', ${sql.lit(typeNames)}::jsonb -> own.type::text ->> 'cnr',
    'message_content', message_content, 'partner', ${named('partners')}, 'user', users.name) AS data
  FROM customer_support AS own JOIN partners ON partners.id = own.partner_id JOIN users ON users.id = own.user_id
  WHERE own.id = `

/**
 * SQL of an event's data; the data of deleted records is stored by the trigger, and that of partners is read as the API
 * returns it.
 */
const statements: Partial<Record<WebhookEvent, RawBuilder<unknown>>> = {
  'order.created': catalogueOrder,
  'order.changed': catalogueOrder,
  'promotion_order.created': promotionOrder,
  'cart_item.created': cartItem,
  'cart_item.changed': cartItem,
  'cart_item.delivered': cartItem,
  'sign_up.created': signUp,
  'sign_up.changed': signUp,
  'support_message.created': supportMessage,
}

/** The current payload of a record; undefined when it is gone. */
export async function dataOf(db: Kysely<Schema>, type: string, id: number): Promise<unknown> {
  if (type === PING) return { id }
  if (type === 'partner.changed') return partnerData(db, id)
  const statement = Object.entries(statements).find(([event]) => event === type)?.[1]
  if (!statement) return undefined
  const { rows } = await sql<{ data: unknown }>`${statement}${id}`.execute(db)
  return rows[0]?.data
}

const partnerData = (db: Kysely<Schema>, id: number) =>
  selectRecords(db, 'partners', partnerFields)
    .select([partnerCategories.as('categories'), partnerCategoryNames.as('category_names')])
    .where('partners.id', '=', id)
    .executeTakeFirst()
