import { sql, type Transaction } from 'kysely'
import type { Schema } from '../kit/db/schema.ts'

/** The last changes of products and partners, by three of the staff, as if they had been made by hand. */
export const seedHistory = (tx: Transaction<Schema>) =>
  sql`INSERT INTO history (at, user_id, table_name, record_id, record_name, record_name_folded, action, changes)
  SELECT at, (SELECT id FROM users WHERE partner_id IS NULL AND is_active ORDER BY id OFFSET past.id % 3 LIMIT 1),
    table_name, id, name, name_folded, 'update', changes
  FROM (
    (SELECT updated_at AS at, 'products' AS table_name, id, name, name_folded, CASE
      WHEN NOT is_active THEN '{"is_active": [true, false]}'
      WHEN id % 3 = 0 THEN jsonb_build_object('quantity', jsonb_build_array(quantity + 4 + id % 9, quantity))
      ELSE jsonb_build_object('price', jsonb_build_array(round(price * 0.95, 2), price)) END AS changes
    FROM products WHERE price > 0 ORDER BY updated_at DESC LIMIT 40)
    UNION ALL
    (SELECT updated_at, 'partners', id, name, name_folded, CASE
      WHEN NOT is_active THEN '{"is_active": [true, false]}'
      ELSE jsonb_build_object('phone', jsonb_build_array(NULL, phone)) END
    FROM partners WHERE phone IS NOT NULL ORDER BY updated_at DESC LIMIT 20)
  ) AS past ORDER BY at`.execute(tx)
