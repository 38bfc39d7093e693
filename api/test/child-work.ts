import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type DatabaseOptions, openDatabase } from '../src/lib/database/database.ts'
import type { Schema } from '../src/lib/database/schema.ts'
import type { runImport } from '../src/lib/imports/imports.ts'
import { type Ordered, orders } from './kill-orders.ts'

type Staff = Parameters<typeof runImport>[3]

/** The work of the child, and when it kills itself. */
export interface Order extends Ordered {
  place: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>
  work: keyof typeof orders | 'cash' | 'due' | 'import' | 'product' | 'push' | 'seed' | 'undo'
  /** Path of the sheet or the picture. */
  file?: string
  importId?: number
  /** Whether changed rows are left out of the undo. */
  leave?: boolean
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
  slider: () => orders.slider(db, order),
  campaign: () => orders.campaign(db, order),
  basket: () => orders.basket(db, order),
  async product() {
    const { createProduct } = await import('../src/features/products/queries.ts')
    const { openFileStore } = await import('../src/lib/storage/storage.ts')
    const { products } = await import('@kontor/contract/products')
    const sent = { erp_code: `KILL-${order.statements}`, name: 'Proizvod', price: '1', quantity: '1' }
    await createProduct(db, openFileStore(order.place, 'products'), products.create.form.parse(sent), file())
  },
}

const records = async () => ({ db, userName: (await import('../src/features/users/table.ts')).userName })

await works[order.work]()
await close()
