import { sql, type Transaction } from 'kysely'
import type { Schema } from '../lib/database/schema.ts'

/** SQL: debts of the preceding months, and since when partners are overdue: an entry for each change. */
const debts = sql`
  SELECT updated_at - interval '2 hours' - make_interval(days => back * 30 + CASE WHEN back > 0 THEN id % 11 ELSE 0 END),
    'partners', id, name, name_folded, jsonb_build_object('debt', jsonb_build_array(was, became))
  FROM partners, generate_series(0, 8) AS back, LATERAL (SELECT
    round(debt * (55 + (id * 7 + back * 13 + 13) % 60) / 100, 2) AS was,
    CASE back WHEN 0 THEN debt ELSE round(debt * (55 + (id * 7 + back * 13) % 60) / 100, 2) END AS became) AS amounts
  WHERE debt > 0 AND NOT debt_percent AND was <> became
  UNION ALL
  SELECT updated_at - interval '3 hours' - make_interval(days => 5 + id % 50), 'partners', id, name, name_folded,
    jsonb_build_object('out_of_currency', jsonb_build_array(0, out_of_currency))
  FROM partners WHERE out_of_currency > 0 AND NOT out_of_currency_percent`

/** SQL: the products that were changed last. */
const touched = sql`(SELECT * FROM products WHERE price > 0 ORDER BY updated_at DESC LIMIT 40) AS products`

/** SQL: their stock in the preceding weeks, down to the value before the last change. */
const stocks = sql`
  SELECT updated_at - interval '1 hour' - make_interval(days => back * 11 + CASE WHEN back > 0 THEN id % 7 ELSE 0 END),
    'products', id, name, name_folded, jsonb_build_object('quantity', jsonb_build_array(was, became))
  FROM ${touched}, generate_series(0, 6) AS back, LATERAL (SELECT
    quantity + (id * 7 + (back + 1) * 13) % 47 AS was,
    quantity + CASE WHEN back > 0 THEN (id * 7 + back * 13) % 47 WHEN is_active AND id % 3 = 0 THEN 4 + id % 9 ELSE 0 END
      AS became) AS amounts
  WHERE was <> became`

/**
 * The last changes of products and partners, of stock those of weeks and of debts those of months, by three users, as
 * if made by hand.
 */
export const seedHistory = (tx: Transaction<Schema>) =>
  sql`INSERT INTO history (at, user_id, table_name, record_id, record_name, record_name_folded, action, changes)
  SELECT at, (SELECT id FROM users WHERE partner_id IS NULL AND is_active ORDER BY id OFFSET past.id % 3 LIMIT 1),
    table_name, id, name, name_folded, 'update', changes
  FROM (
    (SELECT updated_at AS at, 'products' AS table_name, id, name, name_folded, CASE
      WHEN NOT is_active THEN '{"is_active": [true, false]}'
      WHEN id % 3 = 0 THEN jsonb_build_object('quantity', jsonb_build_array(quantity + 4 + id % 9, quantity))
      ELSE jsonb_build_object('price', jsonb_build_array(round(price * 0.95, 2), price)) END AS changes
    FROM ${touched})
    UNION ALL
    (SELECT updated_at, 'partners', id, name, name_folded, CASE
      WHEN NOT is_active THEN '{"is_active": [true, false]}'
      ELSE jsonb_build_object('phone', jsonb_build_array(NULL, phone)) END
    FROM partners WHERE phone IS NOT NULL ORDER BY updated_at DESC LIMIT 20)
    UNION ALL (${debts}) UNION ALL (${stocks})
  ) AS past ORDER BY at`.execute(tx)
