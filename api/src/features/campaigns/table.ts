import { campaignFields } from '@kontor/contract/campaigns'
import { type CampaignType, QUANTITY } from '@kontor/contract/campaigns/kinds'
import { type Generated, type Kysely, type RawBuilder, sql } from 'kysely'
import { registerConstraints } from '../../lib/database/constraints.ts'
import type { RecordTableColumns, Schema } from '../../lib/database/schema.ts'
import { orNotFound } from '../../lib/http/http-error.ts'
import { publish } from '../../lib/realtime/events.ts'
import { type FieldsTable, moneyOrPercentSql } from '../../lib/resources/field-columns.ts'
import { registerTableErrors } from '../../lib/resources/table.ts'
import '../partners/table.ts'
import '../products/table.ts'
import '../users/table.ts'

interface CampaignTable extends RecordTableColumns, FieldsTable<typeof campaignFields> {
  name_folded: Generated<string>
  image: string
  campaign_type_id: CampaignType
  is_visible: Generated<boolean>
  /** Set by a trigger. */
  is_shown: Generated<boolean>
  details_version: Generated<number>
}

/** The columns of every line of a campaign. */
type LineColumns = Omit<RecordTableColumns, 'is_active'> & { campaign_id: number }

declare module '../../lib/database/schema.ts' {
  interface Schema {
    campaigns: CampaignTable
    campaign_categories: { campaign_id: number; category_id: number }
    campaign_partners: LineColumns & {
      partner_id: number
      cash: Generated<string>
      cash_percent: Generated<boolean>
    }
    campaign_products: LineColumns & {
      product_id: number
      price: string | null
      quantity: number | null
    }
    campaign_cart_items: LineColumns & {
      partner_id: number
      user_id: number
      product_id: number
      price: string
      quantity: number
      ignore_quantity: Generated<boolean>
      is_delivered: Generated<boolean>
      /** The last delivery, set by a trigger; kept while the line is marked not delivered. */
      delivered_at: Generated<string | null>
    }
  }
}

declare module '../../lib/imports/importable-lists.ts' {
  interface ImportableLists {
    campaign_partners: true
  }
}

registerTableErrors('campaigns', campaignFields)
registerConstraints({
  campaigns_days: { field: 'visible_until', key: 'validation.day_order' },
  campaigns_type_used: { field: 'campaign_type_id', key: 'validation.campaign_ordered' },
  campaigns_categories_inactive: { field: 'categories', key: 'validation.campaign_inactive_categories' },
  campaigns_products_inactive: { field: 'products', key: 'validation.campaign_inactive_products' },
  campaign_categories_category_inactive: { field: 'categories', key: 'validation.inactive' },
  campaign_categories_category_missing: { field: 'categories', key: 'validation.not_found' },
  campaign_partners_partner_inactive: { field: 'partners', key: 'validation.inactive' },
  campaign_partners_partner_missing: { field: 'partners', key: 'validation.not_found' },
  campaign_partners_apart: { field: 'partners', key: 'validation.campaign_partner_apart' },
  campaign_products_product_inactive: { field: 'products', key: 'validation.inactive' },
  campaign_products_product_missing: { field: 'products', key: 'validation.not_found' },
  campaign_cart_items_left: { code: 'validation.left', field: 'quantity', params: true },
  campaign_products_ordered: { code: 'validation.ordered', field: 'quantity', params: true },
})

/** SQL: the price of a piece in the campaign of a query. */
export const price = sql<string>`coalesce(campaign_products.price, products.price)`

/** SQL: whether partners can order a product in the campaign of a query. One that was imported without a price has 0. */
export const canBeOrdered = sql<boolean>`(products.is_active AND ${price} > 0)`

/**
 * SQL: the pieces of `products` that were delivered in a campaign before their stock was last set: they are not in the
 * stock any more.
 */
export const deliveredBefore = (campaign: RawBuilder<unknown>) => sql<number>`coalesce((
  SELECT sum(line.quantity) FROM campaign_cart_items AS line WHERE line.campaign_id = ${campaign}
    AND line.product_id = products.id AND line.is_delivered AND line.delivered_at < products.quantity_set_at), 0)`

/** SQL: a partner's cash as lists return it: `12.500`, or `5%`. */
export const cashText = moneyOrPercentSql('cash')

/** SQL: whether a partner has one of a campaign's categories. An inactive one counts too, unlike for `visibleTo`. */
export const sharesCategory = (campaign: number | RawBuilder<number>, partner: RawBuilder<number>) =>
  sql<boolean>`EXISTS (SELECT FROM campaign_categories AS theirs
    JOIN partner_categories AS own USING (category_id)
    WHERE theirs.campaign_id = ${campaign} AND own.partner_id = ${partner})`

/** SQL: whether partners see the campaign of a query today. */
export const isShown = sql<boolean>`campaign_is_shown(
  campaigns.is_active, campaigns.is_visible, campaigns.visible_from, campaigns.visible_until)`

/** The products of campaigns that partners see or will see: the same as in the rule products_in_use. */
export const inCampaigns = (db: Kysely<Schema>) =>
  db
    .selectFrom('campaign_products')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_id')
    .select('product_id')
    .where('is_active', '=', true)
    .where('is_visible', '=', true)
    .where(sql<boolean>`(visible_until IS NULL OR visible_until >= office_day())`)

/** Publishes a change of a campaign to office and partners. The last statement of a transaction. */
export const publishCampaign = (tx: Kysely<Schema>, id: number) =>
  publish(tx, [
    { to: { staff: 'campaigns.see' }, type: 'campaigns', data: { id } },
    { to: 'portal', type: 'campaigns', data: { id } },
  ])

/** A partner's cart in a campaign. */
export interface CartLine {
  campaign_id: number
  campaign_type_id: number
  partner_id: number
}

/**
 * Publishes changed carts to the office and to the users of these partners, and in quantity campaigns to all partners,
 * because the number of pieces left has changed. The last statement of a transaction.
 */
export async function publishCart(tx: Kysely<Schema>, lines: readonly CartLine[]) {
  if (lines.length === 0) return
  const partners = Map.groupBy(lines, ({ partner_id }) => partner_id)
  const users = await tx
    .selectFrom('users')
    .select(['id', 'partner_id'])
    .where(sql<boolean>`partner_id = ANY(${[...partners.keys()]}) AND is_active`)
    .execute()
  const campaignsOf = (some: readonly CartLine[]) => new Set(some.map(({ campaign_id }) => campaign_id))
  await publish(tx, [
    ...[...campaignsOf(lines)].map((campaign_id) => ({
      to: { staff: 'cart.see' } as const,
      type: 'cart' as const,
      data: { campaign_id },
    })),
    ...users.flatMap(({ id, partner_id }) =>
      [...campaignsOf(partners.get(partner_id ?? 0) ?? [])].map((campaign_id) => ({
        to: { userId: id },
        type: 'cart' as const,
        data: { campaign_id },
      })),
    ),
    ...[...campaignsOf(lines.filter(({ campaign_type_id }) => campaign_type_id === QUANTITY))].map((id) => ({
      to: 'portal' as const,
      type: 'campaigns' as const,
      data: { id },
    })),
  ])
}

/** Throws 404 when the campaign does not exist. */
export const requireCampaign = async (db: Kysely<Schema>, id: number) =>
  orNotFound(await campaignFor(db, id).executeTakeFirst())

/**
 * As {@link requireCampaign}; locks the campaign with its details against other changes of the office until the end of
 * the transaction. Orders are not blocked.
 */
export const lockCampaign = async (tx: Kysely<Schema>, id: number) =>
  orNotFound(await campaignFor(tx, id).forNoKeyUpdate().executeTakeFirst())

const campaignFor = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('campaigns')
    .select([
      'id',
      'campaign_type_id',
      'version',
      'details_version',
      'is_active',
      'is_visible',
      'visible_until',
    ])
    .where('id', '=', id)
export type LockedCampaign = Awaited<ReturnType<typeof lockCampaign>>
