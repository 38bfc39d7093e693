import { webhooks } from '@kontor/contract/webhooks'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { startReceiver } from '../../../test/receiver.ts'
import type { ResolveHost } from '../../lib/jobs/webhooks/address.ts'

// A public host name that resolves to a private address later.
const receiver = await startReceiver()
const { port } = new URL(receiver.url('/'))
const PUBLIC = { address: '2a00:0:0:dead::1', family: 6 } as const
const INSIDE = { address: '127.0.0.1', family: 4 } as const

const leads = vi.fn<() => (typeof PUBLIC | typeof INSIDE)[]>()
const resolveHost: ResolveHost = (_host, _options, done) => done(null, leads())
const { db, call } = await startApp({}, { resolveHost, webhookTiming: { timeoutMs: 1000, idleMs: 100 } })

let made = 0
async function ping() {
  const url = `https://erp.example.com:${port}/`
  const hook = await call(webhooks.create, {
    body: { name: `ERP ${++made}`, url, events: ['order.created'] },
  })
  expect(hook.status).toBe(200)
  const sent = await call(webhooks.ping, { params: { id: String(hook.body.id) } })
  return String(sent.body.id)
}
const becomes = (id: string, wanted: object) =>
  eventually(async () =>
    expect((await call(webhooks.delivery, { params: { id } })).body).toMatchObject(wanted),
  )

beforeEach(async () => {
  leads.mockReset()
  await db.deleteFrom('webhooks').execute()
})

test.each([
  ['inside', [INSIDE]],
  ['inside beside a public address', [PUBLIC, INSIDE]],
  ['inside, written as a newer address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
])('a public host name that resolves %s is never called', async (_, found) => {
  leads.mockReturnValue(found as (typeof INSIDE)[])
  const id = await ping()
  await becomes(id, { state: 'waiting', attempts: 1, error: 'private' })
  expect(receiver.received).toEqual([])
})

test('a host name whose address becomes private after the check is called at the checked address, or not at all', async () => {
  leads.mockReturnValueOnce([PUBLIC]).mockReturnValue([INSIDE])
  const id = await ping()
  await becomes(id, { state: 'waiting', attempts: 1 })
  expect(leads).toHaveBeenCalledTimes(1)
  const first = await call(webhooks.delivery, { params: { id } })
  expect(first.body.error).not.toBe('private') // the checked address was used, without another lookup
  await db.updateTable('webhook_health').set({ paused_until: sql<string>`now()` }).execute()
  await db.updateTable('webhook_deliveries').set({ next_at: sql<string>`now()` }).execute()
  await becomes(id, { state: 'waiting', attempts: 2, error: 'private' })
  expect(receiver.received).toEqual([])
})
