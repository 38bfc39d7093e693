import { type Generated, sql } from 'kysely'

declare module '../../lib/database/schema.ts' {
  /** Maintained by triggers: sums of which a key may have several rows, which are added up. */
  interface Schema {
    orders_daily: {
      id: Generated<number>
      day: string
      source: 'campaigns' | 'promotions'
      orders: number
      pieces: number
      total: string
    }
    record_counts: { id: Generated<number>; source: string; kind: string; records: number }
    product_demand_daily: { id: Generated<number>; product_id: number; day: string; pieces: number }
    cart_sums: {
      id: Generated<number>
      campaign_id: number
      partner_id: number
      items: number
      pieces: number
      total: string
      undelivered_items: number
      undelivered_pieces: number
      undelivered_total: string
    }
    campaign_sums: {
      id: Generated<number>
      campaign_id: number
      pieces: number
      total: string
      partners: number
      cash: string
      buyers: number
      cash_used: string
    }
    campaign_buyers: { campaign_id: number; partner_id: number; buyers: number; cash_used: string }
    campaign_buyer_deltas: { id: Generated<number>; campaign_id: number; partner_id: number }
  }
}

/**
 * SQL: the number of a table's records of these kinds, from the stored counts: see create_count() in the migrations.
 */
export const storedCount = (source: string, ...kinds: string[]) =>
  sql<number>`(SELECT coalesce(sum(records), 0)::bigint FROM record_counts
    WHERE source = ${sql.lit(source)} AND kind IN (${sql.join(kinds.map((kind) => sql.lit(kind)))}))`
