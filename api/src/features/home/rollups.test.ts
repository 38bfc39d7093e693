import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { dayIs } from '../../../test/clock.ts'
import { makeCategory, makePartner, makeProduct, makeSlider, makeUser } from '../../../test/make.ts'
import { makeCampaign } from '../../../test/make-campaign.ts'
import { inTransaction, withRetry } from '../../lib/database/transaction.ts'
import { runningCampaigns, sumsOf } from './day/queries.ts'

const { db } = await startApp()
const category = await makeCategory(db)
const products = [await makeProduct(db), await makeProduct(db)]
const inCategory = { category_ids: [category.id] }
const partners = await Promise.all([1, 2, 3].map(() => makePartner(db, inCategory)))
const user = await makeUser(db)
const campaigns = [
  await makeCampaign(db, { category_ids: [category.id], products }),
  await makeCampaign(db, { category_ids: [category.id], products }),
]
const slider = await makeSlider(db, { category_id: category.id })

const at = (place: number) => ({
  partner_id: partners[place % 3]?.id ?? 0,
  product_id: products[place % 2]?.id ?? 0,
  user_id: user.id,
  // Around midnight in the office, so that its day and that of UTC differ.
  created_at: new Date(Date.UTC(2026, 10, 18 + (place % 3), 22 + (place % 2), 30)).toISOString(),
})
const ordered = (place: number) => ({
  ...at(place),
  price: `${place}.125`,
  quantity: 1 + (place % 4),
  ignore_quantity: place % 4 > 1,
})
const inCart = (place: number) => ({ ...ordered(place), campaign_id: campaigns[place % 2]?.id ?? 0 })

/** Random changes; `place` selects the record by index. Repeated after a deadlock, as everywhere in the API. */
const steps = {
  order: (place: number) =>
    db
      .insertInto('catalogue_orders')
      .values([ordered(place), ordered(place + 1)])
      .execute(),
  toggle: (place: number) => change('catalogue_orders', place, sql`is_active = NOT is_active`),
  moreOfOrder: (place: number) => change('catalogue_orders', place, sql`quantity = quantity + 1`),
  add: (place: number) =>
    db
      .insertInto('campaign_cart_items')
      .values([inCart(place), inCart(place + 1)])
      .execute(),
  moreOfLine: (place: number) => change('campaign_cart_items', place, sql`quantity = quantity + 1`),
  deliver: (place: number) => change('campaign_cart_items', place, sql`is_delivered = NOT is_delivered`),
  deliverAll: () =>
    sql`UPDATE campaign_cart_items SET is_delivered = true WHERE NOT is_delivered`.execute(db),
  withdraw: (place: number) =>
    sql`DELETE FROM campaign_cart_items WHERE id = (SELECT id FROM campaign_cart_items ORDER BY id OFFSET ${place} LIMIT 1)`.execute(
      db,
    ),
  promotion: (place: number) =>
    db
      .insertInto('slider_orders')
      .values({ ...at(place), slider_id: slider.id, quantity: 2, price: place % 2 ? `${place}.125` : null })
      .execute(),
  signUp: (place: number) => {
    const { product_id: _, ...who } = at(place)
    const row = { ...who, slider_id: slider.id }
    return db
      .insertInto('slider_registrations')
      .values(row)
      .onConflict((clash) => clash.doNothing())
      .execute()
  },
  /** Another cash of a partner, or another listed partner. */
  cash: (place: number) =>
    sql`INSERT INTO campaign_partners (campaign_id, partner_id, cash, cash_percent)
      VALUES (${campaigns[place % 2]?.id}, ${partners[place % 3]?.id}, ${place}, ${place % 4 === 3})
      ON CONFLICT (campaign_id, partner_id)
      DO UPDATE SET cash = campaign_partners.cash + ${place}, cash_percent = excluded.cash_percent`.execute(
      db,
    ),
  removePartner: (place: number) =>
    sql`DELETE FROM campaign_partners WHERE campaign_id = ${campaigns[place % 2]?.id}
      AND partner_id = ${partners[place % 3]?.id}`.execute(db),
  raisePrice: (place: number) => change('campaign_cart_items', place, sql`price = price + 1`),
  /** Sells out, restocks, deactivates, reactivates: at most one of each per product at a time. */
  sellOut: (place: number) =>
    sql`UPDATE products SET quantity = CASE quantity WHEN 0 THEN 5 ELSE 0 END
      WHERE id = ${products[place % 2]?.id}`.execute(db),
  newProduct: (place: number) => makeProduct(db, { quantity: place % 2, is_active: place % 3 > 0 }),
  newPartner: (place: number) => makePartner(db, { is_active: place % 2 > 0 }),
  newUser: (place: number) => makeUser(db, place % 2 ? { partner_id: partners[0]?.id ?? 0 } : {}),
  toggleUser: (place: number) =>
    sql`UPDATE users SET is_active = NOT is_active WHERE id = (
      SELECT id FROM users WHERE id <> ${user.id} ORDER BY id OFFSET ${place} LIMIT 1)`.execute(db),
  addSupportMessage: (place: number) =>
    db
      .insertInto('customer_support')
      .values({
        message_content: 'Poruka',
        type: ([1, 2, 3] as const)[place % 3] ?? 1,
        user_id: user.id,
        partner_id: partners[0]?.id ?? 0,
        is_active: place % 2 > 0,
      })
      .execute(),
  deleteRegistrations: () => sql`DELETE FROM slider_registrations`.execute(db),
  /** Several changes, which are then rolled back. */
  rollBack: async (place: number) => {
    const rolledBack = inTransaction(db, async (tx) => {
      await tx.insertInto('campaign_cart_items').values(inCart(place)).execute()
      await sql`UPDATE campaign_cart_items SET quantity = quantity + 1`.execute(tx)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
  },
  /** Two statements about the same lines in one transaction. */
  both: (place: number) =>
    inTransaction(db, async (tx) => {
      await tx.insertInto('campaign_cart_items').values(inCart(place)).execute()
      await tx.insertInto('catalogue_orders').values(ordered(place)).execute()
      await sql`DELETE FROM campaign_cart_items WHERE partner_id = ${at(place).partner_id} AND is_delivered`.execute(
        tx,
      )
    }),
}
type Step = keyof typeof steps
const names = Object.keys(steps) as Step[]

const change = (
  table: 'catalogue_orders' | 'campaign_cart_items',
  place: number,
  set: ReturnType<typeof sql>,
) =>
  sql`UPDATE ${sql.table(table)} SET ${set}
    WHERE id = (SELECT id FROM ${sql.table(table)} ORDER BY id OFFSET ${place} LIMIT 1)`.execute(db)

const activeOf = (source: string) =>
  sql`SELECT ${sql.lit(source)}, CASE WHEN is_active THEN 'active' ELSE 'inactive' END FROM ${sql.table(source)}`
const counted = sql`
  SELECT 'products' AS source, CASE WHEN NOT is_active THEN 'inactive' WHEN quantity = 0 THEN 'out_of_stock' ELSE 'active' END AS kind
    FROM products
  UNION ALL SELECT 'users', CASE WHEN NOT is_active OR is_key THEN 'others' WHEN partner_id IS NULL THEN 'staff'
    ELSE 'partners' END FROM users
  UNION ALL SELECT 'customer_support', CASE WHEN NOT is_active THEN 'done' WHEN type = 3 THEN 'complaints' ELSE 'open' END
    FROM customer_support
  UNION ALL SELECT 'user_firebase_tokens', 'devices' FROM user_firebase_tokens
  UNION ALL ${sql.join(['partners', 'stores', 'categories', 'cities', 'countries'].map(activeOf), sql` UNION ALL `)}`

/** The differences between the rollups and the rows themselves; none if correct. */
async function wrong() {
  const day = sql`(created_at AT TIME ZONE 'Europe/Podgorica')::date`
  const month = sql`date_trunc('month', ${day})::date`
  const lines = sql`SELECT ${day} AS day, 'campaigns' AS source, 1 AS orders, quantity AS pieces, price * quantity AS total
      FROM campaign_cart_items
    UNION ALL SELECT ${day}, 'promotions', 1, quantity, coalesce(price * quantity, 0) FROM slider_orders
    UNION ALL SELECT ${day}, 'promotions', 1, 0, 0 FROM slider_registrations`
  const demand = sql`SELECT product_id, ${day} AS day, quantity FROM catalogue_orders WHERE is_active
    UNION ALL SELECT product_id, ${day}, quantity FROM campaign_cart_items
    UNION ALL SELECT product_id, ${day}, quantity FROM slider_orders`
  const pairs = [
    [
      sql`SELECT day, source, sum(orders), sum(pieces), sum(total) FROM orders_daily GROUP BY 1, 2 HAVING sum(orders) <> 0`,
      sql`SELECT day, source, sum(orders), sum(pieces), sum(total) FROM (${lines}) AS lines GROUP BY 1, 2`,
    ],
    [
      sql`SELECT product_id, day, sum(pieces) FROM product_demand_daily GROUP BY 1, 2 HAVING sum(pieces) <> 0`,
      sql`SELECT product_id, day, sum(quantity) FROM (${demand}) AS asked GROUP BY 1, 2`,
    ],
    [
      sql`SELECT month, partner_id, ignore_quantity, sum(orders) FROM catalogue_partners_monthly GROUP BY 1, 2, 3
        HAVING sum(orders) <> 0`,
      sql`SELECT ${month}, partner_id, ignore_quantity, count(*) FROM catalogue_orders WHERE is_active GROUP BY 1, 2, 3`,
    ],
    [
      sql`SELECT campaign_id, partner_id, sum(items), sum(pieces), sum(total), sum(undelivered_items), sum(undelivered_pieces), sum(undelivered_total)
        FROM cart_sums GROUP BY 1, 2 HAVING sum(items) <> 0`,
      sql`SELECT campaign_id, partner_id, count(*), sum(quantity), sum(price * quantity),
        count(*) FILTER (WHERE NOT is_delivered), coalesce(sum(quantity) FILTER (WHERE NOT is_delivered), 0),
        coalesce(sum(price * quantity) FILTER (WHERE NOT is_delivered), 0) FROM campaign_cart_items GROUP BY 1, 2`,
    ],
    [
      sql`SELECT source, kind, sum(records) FROM record_counts GROUP BY 1, 2 HAVING sum(records) <> 0`,
      sql`SELECT source, kind, count(*) FROM (${counted}) AS counted GROUP BY 1, 2`,
    ],
    [
      sql`SELECT sums.id, sums.pieces, total, sums.partners, cash, buyers, cash_used FROM unnest(${campaigns.map(({ id }) => id)}::int[])
        AS first (id), LATERAL (SELECT first.id, parts.* FROM (${sumsOf}) AS parts) AS sums`,
      sql`SELECT own.id, coalesce((SELECT sum(quantity) FROM campaign_cart_items WHERE campaign_id = own.id), 0)::bigint,
          coalesce((SELECT sum(price * quantity) FROM campaign_cart_items WHERE campaign_id = own.id), 0)::numeric(24,3),
          (SELECT count(*) FROM campaign_partners WHERE campaign_id = own.id),
          coalesce((SELECT sum(cash) FROM campaign_partners WHERE campaign_id = own.id AND NOT cash_percent), 0),
          (SELECT count(DISTINCT partner_id) FROM campaign_cart_items WHERE campaign_id = own.id),
          coalesce((SELECT sum(least(ordered, cash)) FROM campaign_partners JOIN (
            SELECT partner_id, sum(price * quantity) AS ordered FROM campaign_cart_items WHERE campaign_id = own.id
            GROUP BY 1) AS carts USING (partner_id) WHERE campaign_id = own.id AND NOT cash_percent), 0)
        FROM campaigns AS own`,
    ],
  ] as const
  const found: unknown[] = []
  for (const [rollup, counted] of pairs) {
    const differs = sql`(${rollup} EXCEPT ${counted}) UNION ALL (${counted} EXCEPT ${rollup})`
    found.push(...(await differs.execute(db)).rows)
  }
  return found
}

test('rollups equal the rows after simultaneous random changes', async () => {
  const step = fc.record({ name: fc.constantFrom(...names), place: fc.nat(7) })
  const together = fc.array(step, { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.array(together, { minLength: 1, maxLength: 8 }), async (turns) => {
      for (const turn of turns)
        await Promise.all(turn.map(({ name, place }) => withRetry<unknown>(() => steps[name](place))))
      expect(await wrong()).toEqual([])
    }),
    { numRuns: 25 },
  )
})

test('rows of simultaneous transactions are merged by later ones', async () => {
  /** The most rows of one key in each rollup of lines. */
  const most = async () => {
    const { rows } = await sql<{ most: number }>`SELECT max(rows)::int AS most FROM (
      SELECT 1 AS rollup, count(*) AS rows FROM orders_daily WHERE source = 'campaigns' GROUP BY day
      UNION ALL SELECT 2, count(*) FROM product_demand_daily GROUP BY product_id, day
      UNION ALL SELECT 3, count(*) FROM cart_sums GROUP BY campaign_id, partner_id
      UNION ALL SELECT 4, count(*) FROM campaign_sums GROUP BY campaign_id) AS keys
      GROUP BY rollup ORDER BY rollup`.execute(db)
    return rows.map((row) => row.most)
  }
  const addLines = async () => {
    for (let place = 0; place < 12; place++) await steps.add(place)
  }
  await addLines()
  expect(await most()).toEqual([1, 1, 1, 1])
  await inTransaction(db, async (tx) => {
    await tx.insertInto('campaign_cart_items').values(inCart(0)).execute()
    await steps.add(0)
  })
  expect(await most()).toEqual([2, 2, 2, 2])
  await addLines()
  expect(await most()).toEqual([1, 1, 1, 1])
})

test('the remaining days of a campaign follow the clock of the database', async () => {
  await dayIs(db, '2027-03-01')
  const { id } = await makeCampaign(db, { visible_until: '2027-03-05' })
  const reader = { permissions: new Set(['cart.see']) } as unknown as Parameters<typeof runningCampaigns>[1]
  const left = async () =>
    (await runningCampaigns(db, reader)).campaigns.find((one) => one.id === id)?.days_left
  expect(await left()).toBe(4)
  await dayIs(db, '2027-03-02')
  expect(await left()).toBe(3)
})
