import { PRICE } from '@kontor/contract/campaigns/kinds'
import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { Schema } from '../src/lib/database/schema.ts'
import { makeCategory, makePartner, makeUser } from './make.ts'

let count = 0
const next = () => (count += 1)

/**
 * A visible Cjenovna in a new category unless some are given, with these partners and products. Cash is written as
 * typed (`100`, `5%`); a partner without any of the categories gets the first.
 */
export async function makeCampaign(
  db: Kysely<Schema>,
  { category_ids, partners = [], products = [], ...values }: CampaignValues = {},
) {
  const campaign = await db
    .insertInto('campaigns')
    .values({
      name: `Kampanja ${next()}`,
      description: 'Opis',
      image: `${'k'.repeat(22)}.jpg`,
      campaign_type_id: PRICE,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const campaign_id = campaign.id
  const [first = 0, ...others] = category_ids ?? [(await makeCategory(db)).id]
  const links = [first, ...others].map((category_id) => ({ campaign_id, category_id }))
  if (first) await db.insertInto('campaign_categories').values(links).execute()
  for (const { id: partner_id, cash = '0' } of partners) {
    const { value, percent } = moneyOrPercentOf(cash)
    await sql`INSERT INTO partner_categories (partner_id, category_id) SELECT ${partner_id}, ${first}
      WHERE NOT EXISTS (SELECT FROM partner_categories JOIN campaign_categories USING (category_id)
        WHERE partner_id = ${partner_id} AND campaign_id = ${campaign_id})`.execute(db)
    const line = { campaign_id, partner_id, cash: value, cash_percent: percent }
    await db.insertInto('campaign_partners').values(line).execute()
  }
  const lines = products.map(({ id, price = null, quantity = null }) => ({
    campaign_id,
    product_id: id,
    price,
    quantity,
  }))
  if (lines.length > 0) await db.insertInto('campaign_products').values(lines).execute()
  return campaign
}
type CampaignValues = Partial<Insertable<Schema['campaigns']>> & {
  category_ids?: number[]
  partners?: { id: number; cash?: string }[]
  /** With their price and quantity in the campaign; by default the product's. */
  products?: { id: number; price?: string | null; quantity?: number | null }[]
}

/** A line of a campaign's cart: by default one piece at 10, ordered by the user of a new partner. */
export async function makeCartItem(
  db: Kysely<Schema>,
  values: Partial<Insertable<Schema['campaign_cart_items']>> & { campaign_id: number; product_id: number },
) {
  const partner_id = values.partner_id ?? (await makePartner(db)).id
  const user_id = values.user_id ?? (await makeUser(db, { partner_id })).id
  return db
    .insertInto('campaign_cart_items')
    .values({ price: '10', quantity: 1, ...values, partner_id, user_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}
