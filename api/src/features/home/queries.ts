import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../kit/db/schema.ts'
import { found } from '../../kit/serve/refusal.ts'

interface Figures {
  products: { active: number; out_of_stock: number }
  partners: { active: number; inactive: number }
  sliders: { visible: number; hidden: number }
  users: { staff: number; partners: number }
  notifications: { recent: number; devices: number }
  support: { open: number; complaints: number }
  categories: number
  cities: number
  countries: number
  stores: number
}

/** All figures of the home page in one statement, so that they belong together. */
export async function homeFigures(db: Kysely<Schema>): Promise<Figures> {
  const {
    rows: [figures],
  } = await sql<Figures>`SELECT
    (SELECT json_build_object(
      'active', count(*) FILTER (WHERE is_active),
      'out_of_stock', count(*) FILTER (WHERE is_active AND quantity = 0)) FROM products) AS products,
    (SELECT json_build_object(
      'active', count(*) FILTER (WHERE is_active),
      'inactive', count(*) FILTER (WHERE NOT is_active)) FROM partners) AS partners,
    (SELECT json_build_object(
      'visible', count(*) FILTER (WHERE is_visible),
      'hidden', count(*) FILTER (WHERE NOT is_visible)) FROM sliders WHERE is_active) AS sliders,
    (SELECT json_build_object(
      'staff', count(*) FILTER (WHERE is_active AND partner_id IS NULL),
      'partners', count(*) FILTER (WHERE is_active AND partner_id IS NOT NULL)) FROM users) AS users,
    json_build_object(
      'recent', (SELECT count(*) FROM notifications WHERE updated_at > now() - interval '30 days'),
      'devices', (SELECT count(*) FROM user_firebase_tokens)) AS notifications,
    (SELECT json_build_object(
      'open', count(*) FILTER (WHERE is_active),
      'complaints', count(*) FILTER (WHERE is_active AND type = 3)) FROM customer_support) AS support,
    (SELECT count(*) FROM categories WHERE is_active) AS categories,
    (SELECT count(*) FROM cities WHERE is_active) AS cities,
    (SELECT count(*) FROM countries WHERE is_active) AS countries,
    (SELECT count(*) FROM stores WHERE is_active) AS stores`.execute(db)
  return found(figures) // a select without FROM answers one row
}
