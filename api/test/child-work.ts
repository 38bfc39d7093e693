import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../src/config.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { order as orderInCampaign } from '../src/features/campaigns/orders/queries.ts'
import { cashImport } from '../src/features/campaigns/partners/sheet.ts'
import { placeBasket } from '../src/features/catalogueOrders/basket/queries.ts'
import { startPush } from '../src/features/notifications/push/jobs.ts'
import { enqueue, publish } from '../src/features/notifications/push/queries.ts'
import { sendDue } from '../src/features/notifications/schedule/queries.ts'
import { createProduct } from '../src/features/products/queries.ts'
import { productImport } from '../src/features/products/sheet.ts'
import { placeOrder } from '../src/features/sliders/portal/queries.ts'
import { userName } from '../src/features/users/table.ts'
import { type DatabaseOptions, openDatabase } from '../src/kit/db/db.ts'
import type { Schema } from '../src/kit/db/schema.ts'
import { openFiles } from '../src/kit/files/files.ts'
import { runImport } from '../src/kit/imports/imports.ts'
import { undoImport } from '../src/kit/imports/undo.ts'
import { Scoped } from '../src/kit/serve/scoped.ts'

/** What the child does, and how many statements it may send: the process dies when it is about to send the next. */
export interface Order {
  place: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>
  work: 'basket' | 'cart' | 'cash' | 'due' | 'import' | 'order' | 'product' | 'push' | 'seed' | 'undo'
  /** Path of the sheet or the picture. */
  file?: string
  userId?: number
  importId?: number
  /** Whether rows that were changed since are left. */
  leave?: boolean
  /** Of the partner of an order, and of the slider or the campaign and its product; of a sheet of cash the campaign. */
  partnerId?: number
  sliderId?: number
  campaignId?: number
  productId?: number
  /** Settings of the push services. */
  env?: Record<string, string>
  statements: number
  /** Sends that last statement first and dies before its answer. */
  sent?: boolean
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order // written by killedAt()
const { pool, db, close } = await openDatabase<Schema>({ ...order.place, log: () => {} })
const place = { db, userName }
const pictures = openFiles(order.place, 'products')
let left = order.statements
pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const counted = (...args: unknown[]) => {
    if (left-- > 0) return query(...args)
    if (order.sent) {
      const answer = query(...args)
      setImmediate(die)
      return answer
    }
    return die()
  }
  client.query = counted as typeof client.query
})
const die = () => process.kill(process.pid, 'SIGKILL')
const file = () => ({ name: order.file ?? '', bytes: readFileSync(order.file ?? '') })
const user = { id: order.userId ?? 0, name: 'Ana', rights: new Set() } as unknown as Parameters<
  typeof runImport
>[3] // what an import keeps of it

if (order.work === 'import') await runImport(place, productImport(), file(), user)
if (order.work === 'cash') await runImport(place, cashImport(order.campaignId), file(), user)
if (order.work === 'undo')
  await undoImport(place, productImport(), { id: order.importId ?? 0, leave_changed: order.leave }, user)
if (order.work === 'seed') await seedDemo(db, order.place)
if (order.work === 'push') await sendAll()
if (order.work === 'due') await sendDue(db, { enqueue, publish }, () => {})
if (order.work === 'order') await placeOne()
if (order.work === 'basket') await orderBasket()
if (order.work === 'cart') await orderOne()
if (order.work === 'product') {
  const fields = {
    erp_code: `KILL-${order.statements}`,
    name: 'Proizvod',
    description: null,
    price: '1',
    quantity: 1,
  }
  await createProduct(db, pictures, fields, file())
}
await close()

/** Orders one piece under a key of its own for this slider. */
async function placeOne() {
  const { sliderId = 0 } = order
  await onceAs(`narudzba-${sliderId}`, (tx) => placeOrder(tx, sliderId, 1))
}

/** Orders ten pieces under a key of its own for this campaign. */
async function orderOne() {
  const { campaignId = 0, productId = 0 } = order
  const asked = { product_id: productId, quantity: 10 }
  await onceAs(`narudzba-${campaignId}`, (tx) => orderInCampaign(tx, campaignId, asked))
}

/** Orders ten pieces of a product twice, under a key of its own: once from the catalogue, once in this campaign. */
async function orderBasket() {
  const { campaignId = 0, productId = 0 } = order
  const line = { product_id: productId, quantity: 10 }
  await onceAs(`narudzba-${campaignId}`, (tx) =>
    placeBasket(tx, [line, { ...line, campaign_id: campaignId }]),
  )
}

function onceAs<T>(key: string, work: (tx: Scoped) => Promise<T>) {
  const { userId = 0, partnerId = 0 } = order
  const partner = { id: userId, partner_id: partnerId } as Scoped['user'] // what an order keeps of it
  return new Scoped(db, partner).once({ userId, key, request: Buffer.from('narudzba') }, work)
}

/** Sends until the outbox is empty. */
async function sendAll() {
  const { push: settings } = readConfig(order.env ?? {})
  const push = startPush({ db, settings, log: () => {}, timing: { idleMs: 10 } })
  const pending = db.selectFrom('push_deliveries').select('id').where('status', '=', 'pending').limit(1)
  while ((await pending.execute()).length > 0) await pause(20)
  await push.stop()
}
