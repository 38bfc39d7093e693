import type { CartTotals } from '@kontor/contract/campaigns/cart'
import type { ListRequest } from '@kontor/contract/lib/lists/list'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import '../table.ts'

/**
 * The filters by campaign and partner, if a request has no others; sums for names or days require the lines themselves.
 */
export function rollupFilter({ filters, show_only_active }: ListRequest) {
  const { campaign_id, partner_id, ...others } = filters ?? {}
  const of = { campaign_id: campaign_id ?? '', partner_id: partner_id ?? '' }
  const isWhole = Object.values(of).every((id) => /^\d{0,9}$/.test(id))
  return isWhole && !show_only_active && Object.values(others).every((typed) => !typed) ? of : undefined
}

/**
 * Adds up the sums by campaign and partner that triggers maintain, instead of a million lines. `changes` is a
 * TotalCache's.
 */
export async function readRollup(
  db: Kysely<Schema>,
  of: NonNullable<ReturnType<typeof rollupFilter>>,
  changes: RawBuilder<number>,
) {
  const conditions = Object.entries(of).filter(([, id]) => id)
  const where = sql.join(
    [sql`true`, ...conditions.map(([name, id]) => sql`${sql.ref(name)} = ${Number(id)}`)],
    sql` AND `,
  )
  const { rows } = await sql<CartTotals & { changes: number }>`
    WITH carts AS (SELECT sum(items) AS items, sum(pieces) AS pieces, sum(total) AS total, sum(undelivered_items) AS undelivered_items,
        sum(undelivered_pieces) AS undelivered_pieces, sum(undelivered_total) AS undelivered_total
      FROM cart_sums WHERE ${where} GROUP BY partner_id HAVING sum(items) > 0),
    sums AS (SELECT count(*) AS partners, coalesce(sum(items), 0)::bigint AS items,
        coalesce(sum(pieces), 0)::bigint AS pieces, coalesce(sum(total), 0)::numeric(24,3) AS total,
        coalesce(sum(undelivered_items), 0)::bigint AS undelivered_items, coalesce(sum(undelivered_pieces), 0)::bigint AS undelivered_pieces,
        coalesce(sum(undelivered_total), 0)::numeric(24,3) AS undelivered_total FROM carts)
    SELECT items, pieces, total, partners, ${changes} AS changes,
      json_build_object('items', items - undelivered_items, 'pieces', pieces - undelivered_pieces,
        'total', (total - undelivered_total)::text) AS delivered,
      json_build_object('items', undelivered_items, 'pieces', undelivered_pieces, 'total', undelivered_total::text) AS undelivered,
      (SELECT min(created_at) FROM campaign_cart_items WHERE NOT is_delivered AND ${where}) AS oldest
    FROM sums`.execute(db)
  return orNotFound(rows[0])
}
