import type { Kysely } from 'kysely'
import type { Schema } from '../src/lib/database/schema.ts'
import type { ScopedDb } from '../src/lib/database/scoped-db.ts'

/** Who orders, and what: of a slider, or of a campaign and its product. */
export interface Ordered {
  userId?: number
  partnerId?: number
  sliderId?: number
  campaignId?: number
  productId?: number
}

/** Orders with an idempotency key: by a process that is killed, and by its test, which repeats them. */
export const orders = {
  /** One piece. */
  async slider(db: Kysely<Schema>, { sliderId = 0, ...who }: Ordered) {
    const { placeOrder } = await import('../src/features/sliders/portal/queries.ts')
    return withKey(db, who, sliderId, (tx) => placeOrder(tx, sliderId, { quantity: 1 }))
  },
  /** Ten pieces. */
  async campaign(db: Kysely<Schema>, { campaignId = 0, productId = 0, ...who }: Ordered) {
    const { order } = await import('../src/features/campaigns/orders/queries.ts')
    const line = { product_id: productId, quantity: 10 }
    return withKey(db, who, campaignId, (tx) => order(tx, campaignId, line))
  },
  /** Ten pieces of the product from the catalogue, and ten in the campaign. */
  async basket(db: Kysely<Schema>, { campaignId = 0, productId = 0, ...who }: Ordered) {
    const { placeBasket } = await import('../src/features/catalogueOrders/basket/queries.ts')
    const line = { product_id: productId, quantity: 10 }
    const lines = [line, { ...line, campaign_id: campaignId }]
    return withKey(db, who, campaignId, (tx) => placeBasket(tx, lines))
  },
}

async function withKey<T>(
  db: Kysely<Schema>,
  { userId = 0, partnerId }: Ordered,
  of: number,
  work: (tx: ScopedDb) => Promise<T>,
) {
  const { ScopedDb } = await import('../src/lib/database/scoped-db.ts')
  const user = { id: userId, partner_id: partnerId } as ScopedDb['user'] // the properties that an order reads
  const key = { userId, key: `narudzba-${of}`, request: Buffer.from('narudzba') }
  return new ScopedDb(db, user).withIdempotencyKey(key, work)
}
