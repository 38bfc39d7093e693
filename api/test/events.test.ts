import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { session } from '@kontor/contract/session'
import { users } from '@kontor/contract/users'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/lib/database/database.ts'
import type { Schema } from '../src/lib/database/schema.ts'
import { pruneEvents } from '../src/lib/realtime/events.ts'
import { listen, startApp } from './app.ts'
import { eventually } from './eventually.ts'
import { makeProduct, makeUser } from './make.ts'
import { openStream } from './streams.ts'

const { app, another, db, database, call, inject, makeSignedIn, signIn, staff, partner, partnerUser } =
  await startApp()
const { origin } = await listen(app)
type Stream = Awaited<ReturnType<typeof openStream>>
const open: Stream[] = []

async function stream(
  token = staff,
  { at = origin, path = '/api/events', after = undefined as number | undefined } = {},
) {
  const opened = await openStream(`${at}${path}`, token, after)
  open.push(opened)
  return opened
}
const partnerStream = (token = partner, more = {}) => stream(token, { path: '/api/app/events', ...more })

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** Publishes a number to the staff, one user or all partners. */
const publishNumber = (n: number, user_id: number | null = null, to_partners = false) =>
  db
    .insertInto('events')
    .values({ user_id, to_partners, type: 'test', data: JSON.stringify({ n }) })
    .execute()
const numbers = (received: Stream['received']) => received.map(({ data }) => (data as { n: number }).n)

const someone = (partner_id: number | null = null) => makeSignedIn({ partner_id })

describe('recipients', () => {
  test('a stream is open to its own audience only', async () => {
    for (const [url, token, status] of [
      ['/api/events', undefined, 401],
      ['/api/events', partner, 403],
      ['/api/app/events', staff, 403],
    ] as const) {
      const headers = token ? { authorization: `Bearer ${token}` } : {}
      expect((await inject({ url, headers })).status, url).toBe(status)
    }
    const head = await inject({
      method: 'HEAD',
      url: '/api/events',
      headers: { authorization: `Bearer ${staff}` },
    })
    expect([head.status, head.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  })

  test('a partner gets its own events and those of all partners, staff get those of the staff', async () => {
    const other = await someone(partnerUser.partner_id)
    const office = await stream()
    const own = await partnerStream()
    const others = await partnerStream(other.token)
    await publishNumber(1)
    await publishNumber(2, partnerUser.id)
    await publishNumber(3, other.user.id)
    await publishNumber(4)
    await publishNumber(5, partnerUser.id)
    await publishNumber(6, null, true)
    await publishNumber(7)
    expect(numbers(await office.until(3))).toEqual([1, 4, 7])
    expect(numbers(await own.until(3))).toEqual([2, 5, 6])
    expect(numbers(await others.until(2))).toEqual([3, 6])
  })

  test('it is not cached, compressed or buffered', async () => {
    const { response } = await stream()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.has('content-encoding')).toBe(false)
  })

  test('an eleventh stream of one user ends the oldest, with a long retry time', async () => {
    const { token } = await someone()
    const streams: Stream[] = []
    for (let i = 0; i < 11; i++) streams.push(await stream(token))
    await streams[0]?.ended
    expect(streams[0]?.text()).toMatch(/retry: 60000\n\n$/)
    await publishNumber(1)
    for (const one of streams.slice(1)) expect(numbers(await one.until(1))).toEqual([1])
  })

  test('clients that have gone before the response do not count', async () => {
    const { token } = await someone()
    const live = await stream(token)
    const gone = new AbortController()
    await database.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE change_counters IN ACCESS EXCLUSIVE MODE`.execute(tx) // which is read before a stream opens
      const left: Promise<unknown>[] = []
      for (let i = 0; i < 10; i++) {
        const requested = once(app.server, 'request') as Promise<[IncomingMessage]>
        const headers = { authorization: `Bearer ${token}` }
        fetch(`${origin}/api/events`, { headers, signal: gone.signal }).catch(() => {})
        const [{ socket }] = await requested
        left.push(once(socket, 'close'))
      }
      gone.abort()
      await Promise.all(left)
    })
    await (await stream(token)).close()
    await publishNumber(1)
    expect(numbers(await live.until(1))).toEqual([1])
  })
})

describe('records that are written in thousands', () => {
  const change = (table: string) => `event: records\ndata: ${JSON.stringify({ tables: [table] })}\n\n`

  test('publish the changed tables to the staff, without an id, and not to partners', async () => {
    const { origin: node } = await listen(await another({ heartbeatMs: 40 }))
    const office = await stream(staff, { at: node })
    const own = await partnerStream(partner, { at: node })
    await makeProduct(db)
    await office.untilText(change('products'))
    await db.updateTable('stores').set({ name: 'Podgorica' }).execute()
    await office.untilText(change('stores'))
    await publishNumber(1, partnerUser.id)
    await own.until(1)
    expect(office.text()).not.toContain(change('partners'))
    expect(own.text()).not.toContain('records')
  })

  test('are not published for reads', async () => {
    const { origin: node } = await listen(await another({ heartbeatMs: 40 }))
    const office = await stream(staff, { at: node })
    await office.untilText(':\n\n')
    await call(users.index, { body: {} })
    await office.untilText(':\n\n:\n\n:\n\n') // twelve polls later
    expect(office.text()).not.toContain('records')
  })
})

describe('delivery', () => {
  test("a stream continues after the client's last event", async () => {
    const first = await stream()
    await publishNumber(1)
    const [{ id } = { id: 0 }] = await first.until(1)
    await first.close()
    await publishNumber(2)
    await publishNumber(3, partnerUser.id)
    await publishNumber(4)
    const second = await stream(staff, { after: id })
    await publishNumber(5)
    expect(numbers(await second.until(3))).toEqual([2, 4, 5])
    const all = await stream(staff, { after: 0 })
    expect(numbers((await all.until(4)).slice(-4))).toEqual([1, 2, 4, 5])
  })

  test('an id from the future, or none at all, does not silence a stream', async () => {
    const future = await stream(staff, { after: 1e12 })
    const text = await stream(staff, { after: Number.NaN })
    await publishNumber(7)
    for (const one of [future, text]) expect(numbers(await one.until(1))).toEqual([7])
  })

  test('clients that reconnect among many writers get every event once and in order', async () => {
    const { response: _, ...listener } = await stream()
    await publishNumber(0)
    const start = (await listener.until(1)).at(-1)?.id ?? 0
    const writing = Promise.all(Array.from({ length: 120 }, (_, n) => publishNumber(n + 1)))
    const collected: Stream['received'] = []
    while (collected.length < 120) {
      const one = await stream(staff, { after: collected.at(-1)?.id ?? start })
      await one.until(Math.min(7, 120 - collected.length))
      await one.close()
      collected.push(...one.received)
    }
    await writing
    expect(new Set(numbers(collected)).size).toBe(120)
    expect(collected).toHaveLength(120)
    expect(collected.map(({ id }) => id)).toEqual(collected.map(({ id }) => id).sort((a, b) => a - b))
    expect((await listener.until(121)).slice(1)).toEqual(collected)
  })

  test('events that could not be authorised during an outage are sent afterwards', async () => {
    const failed = Promise.withResolvers<void>()
    const write = (line: string) => void (line.includes('events: ') && failed.resolve())
    const { origin: at } = await listen(await another({ logger: { level: 'info', stream: { write } } }))
    const one = await stream(staff, { at })
    await sql`ALTER TABLE sessions RENAME TO sessions_away`.execute(db)
    const event = { user_id: null, to_partners: false, permission: 'products.see', type: 'test' }
    await db
      .insertInto('events')
      .values({ ...event, data: JSON.stringify({ n: 1 }) })
      .execute()
    await failed.promise
    await sql`ALTER TABLE sessions_away RENAME TO sessions`.execute(db)
    expect(numbers(await one.until(1))).toEqual([1])
  })

  test('rolled back events are never sent', async () => {
    const one = await stream()
    await db
      .transaction()
      .execute(async (tx) => {
        await tx.insertInto('events').values({ user_id: null, type: 'test', data: '{"n":1}' }).execute()
        throw new Error('no')
      })
      .catch(() => {})
    await publishNumber(2)
    expect(numbers(await one.until(1))).toEqual([2])
  })

  test('a late commit delays later ones', async () => {
    const one = await stream()
    const a = await database.pool.connect()
    const b = await database.pool.connect()
    const insert = (n: number) => `INSERT INTO events (type, data) VALUES ('test', '{"n":${n}}')`
    await a.query('BEGIN')
    await a.query(insert(1))
    const second = b.query(insert(2)) // waits for the first
    const waits = sql`SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`
    await eventually(async () => expect((await waits.execute(db)).rows).not.toEqual([]))
    expect(one.received).toEqual([])
    await a.query('COMMIT')
    await second
    expect(numbers(await one.until(2))).toEqual([1, 2])
    a.release()
    b.release()
  })

  test('events are stored for a day', async () => {
    await publishNumber(1)
    await db.updateTable('events').set({ created_at: sql`now() - interval '25 hours'` }).execute()
    await publishNumber(2)
    await pruneEvents(db)
    expect(numbers((await db.selectFrom('events').select('data').execute()) as Stream['received'])).toEqual([
      2,
    ])
  })
})

describe('a stream ends with its session', () => {
  test('at the sign-out, without other streams', async () => {
    const { token, user } = await someone()
    const elsewhere = await signIn(user.username)
    const ends = await stream(token)
    const stays = await stream(elsewhere)
    await call(session.logout, {}, token)
    await ends.ended
    await publishNumber(1)
    expect(numbers(await stays.until(1))).toEqual([1])
  })

  test('when the user or the partner is deactivated', async () => {
    const one = await someone()
    const office = await stream(one.token)
    await call(users.toggle, { params: { id: String(one.user.id) }, body: { is_active: false } })
    await office.ended
    const other = await someone((await makeUser(db, { partner: true })).partner_id)
    const own = await partnerStream(other.token)
    await db
      .updateTable('partners')
      .set({ is_active: false })
      .where('id', '=', other.user.partner_id ?? 0)
      .execute()
    await own.ended
  })

  test('at its expiry, with the next heartbeat', async () => {
    const { origin: node } = await listen(await another({ heartbeatMs: 30 }))
    const { token, user } = await someone()
    const one = await stream(token, { at: node })
    await one.untilText(':\n\n')
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(0).toISOString() })
      .where('user_id', '=', user.id)
      .execute()
    await one.ended
  })
})

describe('several nodes', () => {
  const url = database.pool.options.connectionString
  const address = { databaseUrl: url, dataDir: '', log: () => {} }

  test('an event of one node is sent by the other too', async () => {
    const second = await openDatabase<Schema>(address)
    const node = await another({ database: second })
    const { token } = await someone()
    const one = await stream(token, { at: (await listen(node)).origin })
    await publishNumber(1)
    const [{ id } = { id: 0 }] = await one.until(1)
    await call(session.logout, {}, token)
    await one.ended
    const here = await stream(staff, { after: id - 1 })
    expect(numbers(await here.until(1))).toEqual([1])
    await node.close()
    await second.close()
  })

  test('events during a lost listening connection are sent afterwards', async () => {
    const one = await stream()
    const { rows } = await sql<{ pid: number }>`SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'kontor listen' AND datname = current_database()`.execute(db)
    expect(rows).toHaveLength(1)
    await publishNumber(1)
    expect(numbers(await one.until(1))).toEqual([1])
  })
})
