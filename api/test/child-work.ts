import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type DatabaseOptions, openDatabase } from '../src/lib/database/database.ts'
import type { Schema } from '../src/lib/database/schema.ts'
import type { ScopedDb } from '../src/lib/database/scoped-db.ts'
import type { runImport } from '../src/lib/imports/imports.ts'

type Staff = Parameters<typeof runImport>[3]

/** The work of the child, and when it kills itself. */
export interface Order {
  place: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>
  work: 'basket' | 'cart' | 'cash' | 'due' | 'import' | 'order' | 'product' | 'push' | 'seed' | 'undo'
  /** Path of the sheet or the picture. */
  file?: string
  userId?: number
  importId?: number
  /** Whether changed rows are left out of the undo. */
  leave?: boolean
  /** Of an order: the partner, and the slider, or the campaign and its product; of a sheet of cash: the campaign. */
  partnerId?: number
  sliderId?: number
  campaignId?: number
  productId?: number
  /** Settings of the push services. */
  env?: Record<string, string>
  /** The number of statements after which it kills itself, or before which statement. */
  statements: number | 'commit'
  /** Sends the next statement before the process kills itself without waiting for the result. */
  sent?: boolean
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order // written by killedAt()
const { pool, db, close } = await openDatabase<Schema>({ ...order.place, log: () => {} })
let left = order.statements === 'commit' ? Infinity : order.statements
pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const counted = (...args: unknown[]) => {
    if (left-- > 0 && args[0] !== order.statements) return query(...args)
    if (order.sent) {
      const result = query(...args)
      setImmediate(die)
      return result
    }
    return die()
  }
  client.query = counted as typeof client.query
})
const die = () => process.kill(process.pid, 'SIGKILL')
const file = () => ({ name: order.file ?? '', bytes: readFileSync(order.file ?? '') })
const userId = order.userId ?? 0
const user = { id: userId, name: 'Ana', permissions: new Set() } as unknown as Staff // the properties that an import reads

// Each work imports only what it needs: importing everything takes longer than the work.
const works: Record<Order['work'], () => Promise<unknown>> = {
  async import() {
    const { productImport } = await import('../src/features/products/sheet.ts')
    const { runImport } = await import('../src/lib/imports/imports.ts')
    await runImport(await records(), productImport(), file(), user)
  },
  async cash() {
    const { cashImport } = await import('../src/features/campaigns/partners/sheet.ts')
    const { runImport } = await import('../src/lib/imports/imports.ts')
    await runImport(await records(), cashImport(order.campaignId), file(), user)
  },
  async undo() {
    const { productImport } = await import('../src/features/products/sheet.ts')
    const { undoImport } = await import('../src/lib/imports/apply/undo.ts')
    const input = { id: order.importId ?? 0, leave_changed: order.leave }
    await undoImport(await records(), productImport(), input, user)
  },
  async seed() {
    const { seedDemo } = await import('../src/demo/seed.ts')
    await seedDemo(db, order.place)
  },
  /** Sends until the outbox is empty. */
  async push() {
    const { readConfig } = await import('../src/config.ts')
    const { startPush } = await import('../src/features/notifications/push/outbox.ts')
    const { push: settings } = readConfig(order.env ?? {})
    const push = startPush({ db, settings, log: () => {}, timing: { idleMs: 10 } })
    const watch = new pg.Client(order.place.databaseUrl) // its statements do not count
    await watch.connect()
    const pending = `SELECT FROM push_deliveries WHERE status = 'pending' LIMIT 1`
    while ((await watch.query(pending)).rows.length > 0) await pause(20)
    await watch.end()
    await push.stop()
  },
  async due() {
    const { enqueue, publish } = await import('../src/features/notifications/push/queries.ts')
    const { sendDue } = await import('../src/features/notifications/schedule/queries.ts')
    await sendDue(db, { enqueue, publish }, () => {})
  },
  /** Orders one piece with an idempotency key per slider. */
  async order() {
    const { placeOrder } = await import('../src/features/sliders/portal/queries.ts')
    const { sliderId = 0 } = order
    await onceAs(`narudzba-${sliderId}`, (tx) => placeOrder(tx, sliderId, { quantity: 1 }))
  },
  /** Orders ten pieces with an idempotency key per campaign. */
  async cart() {
    const { order: orderInCampaign } = await import('../src/features/campaigns/orders/queries.ts')
    const { campaignId = 0, productId = 0 } = order
    const line = { product_id: productId, quantity: 10 }
    await onceAs(`narudzba-${campaignId}`, (tx) => orderInCampaign(tx, campaignId, line))
  },
  /** Orders ten pieces of a product twice, with an idempotency key: from the catalogue and in this campaign. */
  async basket() {
    const { placeBasket } = await import('../src/features/catalogueOrders/basket/queries.ts')
    const { campaignId = 0, productId = 0 } = order
    const line = { product_id: productId, quantity: 10 }
    const lines = [line, { ...line, campaign_id: campaignId }]
    await onceAs(`narudzba-${campaignId}`, (tx) => placeBasket(tx, lines))
  },
  async product() {
    const { createProduct } = await import('../src/features/products/queries.ts')
    const { openFileStore } = await import('../src/lib/storage/storage.ts')
    const { products } = await import('@kontor/contract/products')
    const sent = { erp_code: `KILL-${order.statements}`, name: 'Proizvod', price: '1', quantity: '1' }
    await createProduct(db, openFileStore(order.place, 'products'), products.create.form.parse(sent), file())
  },
}

const records = async () => ({ db, userName: (await import('../src/features/users/table.ts')).userName })

async function onceAs<T>(key: string, work: (tx: ScopedDb) => Promise<T>) {
  const { ScopedDb } = await import('../src/lib/database/scoped-db.ts')
  const partner = { id: userId, partner_id: order.partnerId } as ScopedDb['user'] // the properties that an order reads
  return new ScopedDb(db, partner).withIdempotencyKey({ userId, key, request: Buffer.from('narudzba') }, work)
}

await works[order.work]()
await close()
