import { getEventListeners } from 'node:events'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { scratch } from '../../../test/scratch.ts'
import { asAdmin } from '../../../test/test-server.ts'
import { type Database, openDatabase } from './database.ts'
import { isDatabaseError, isUnavailable, StartupError } from './database-errors.ts'
import { Listener, listenWithReconnect } from './listen.ts'
import { createPool } from './pool.ts'

type Schema = { item: { id: number; name: string; price: string } }

let place: Awaited<ReturnType<typeof scratch>>
let database: Database<Schema>
beforeEach(async () => {
  place = await scratch()
  database = await openDatabase<Schema>({ ...place, maxConnections: 1, waitMs: 60_000 })
  await database.pool.query('create table item (id int primary key, name text unique, price numeric(13, 3))')
})
afterEach(async () => {
  await database.close()
  await place.drop()
})

const count = async () => (await database.pool.query('select count(*) from item')).rows[0].count
const insert = (id: number) => ({ text: 'insert into item values ($1, $2, 1)', values: [id, `item ${id}`] })

describe('one connection', () => {
  test('rejects a caller who waits too long, as unavailable, also in a transaction', async () => {
    const { db, pool, close } = await openDatabase<Schema>({ ...place, maxConnections: 1, waitMs: 200 })
    const client = await eventually(() => pool.connect()) // on a busy machine this takes longer too
    await expect(pool.query('select 1')).rejects.toSatisfy(isUnavailable)
    client.release()
    let isInside = false
    const nested = db.transaction().execute(() => {
      isInside = true
      return db.selectFrom('item').selectAll().execute()
    })
    await expect(nested).rejects.toSatisfy(isUnavailable)
    expect(isInside).toBe(true)
    expect((await eventually(() => pool.query('select 1 as one'))).rows).toEqual([{ one: 1 }])
    await close()
  })

  test.for([
    { given: 'discarded', discard: true },
    { given: 'given back', discard: false },
  ])(
    'rolls back an open transaction when its client is $given, and serves waiting callers',
    async ({ discard }) => {
      const client = await database.pool.connect()
      await client.query('begin')
      await client.query(insert(1))
      const waiting = count()
      client.release(discard)
      expect(await waiting).toBe(0)
      await database.pool.query(insert(1))
      expect(await count()).toBe(1)
    },
  )

  test('drops settings and prepared statements with its client', async () => {
    const named = { name: 'answer', text: 'select 42 as answer' }
    const client = await database.pool.connect()
    await client.query(named)
    await client.query(`set statement_timeout = '7s'`)
    client.release(true)
    expect((await database.pool.query(named)).rows).toEqual([{ answer: 42 }])
    expect((await database.pool.query('show statement_timeout')).rows).not.toEqual([
      { statement_timeout: '7s' },
    ])
  })

  test('returns the right result to every query, with failed ones between', async () => {
    const client = await database.pool.connect()
    const ask = (n: number) =>
      n % 3 === 0
        ? client.query('select 1 / ($1::int * 0)', [n]).catch((error) => error.code)
        : client.query('select $1::int as n', [n]).then(({ rows }) => rows[0].n)
    const answers: unknown[] = []
    for (let n = 0; n < 30; n++) answers.push(await ask(n))
    client.release()
    expect(answers).toEqual(Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? '22012' : n)))
  })

  test('fails after an error in a transaction, and works after the rollback', async () => {
    const client = await database.pool.connect()
    await client.query('begin')
    await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' })
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' })
    await client.query('rollback')
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    client.release()
  })
})

test('names the violated constraint', async () => {
  await database.pool.query(insert(1))
  const item = { id: 2, name: 'item 1', price: '1' }
  const error = await database.db
    .insertInto('item')
    .values(item)
    .execute()
    .catch((reason) => reason)
  expect(isDatabaseError(error) && [error.code, error.constraint]).toEqual(['23505', 'item_name_key'])
  expect(isUnavailable(error)).toBe(false)
})

test('inserts 500 rows at once and returns large results completely', async () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: `Točak ${id}`, price: `${id}.125` }))
  await database.db.insertInto('item').values(rows).execute()
  expect(await database.db.selectFrom('item').selectAll().orderBy('id').execute()).toEqual(rows)
  const { rows: long } = await database.pool.query(`select repeat('š', 3000000) as text`)
  expect(long[0].text).toHaveLength(3_000_000)
})

test('returns numeric as exact text, counts as numbers, days and timestamps as ISO text', async () => {
  const { rows } = await database.pool.query(`select 1234567890.120::numeric as money, count(*) as many,
    date '2026-03-29' as day, timestamptz '2026-03-29T01:00:00Z' as instant`)
  const instant = '2026-03-29T01:00:00.000Z'
  expect(rows).toEqual([{ money: '1234567890.120', many: 1, day: '2026-03-29', instant }])
  expect(pg.types.getTypeParser(pg.types.builtins.INT8)('1')).toBe('1') // pg's global parsers are unchanged
})

describe('PostgreSQL', () => {
  const errorOf = async (databaseUrl: string) => {
    const error = await openDatabase({ ...place, databaseUrl }).catch((reason) => reason)
    expect(error).toBeInstanceOf(StartupError)
    return error.message
  }

  test('reports an address that does not answer, without the password', async () => {
    const message = await errorOf('postgres://kontor:secret@127.0.0.1:1/kontor')
    expect(message).toContain('PostgreSQL at 127.0.0.1:1/kontor does not answer')
    expect(message).not.toContain('secret')
  })

  test('rejects an encoding other than UTF8', async () => {
    const url = new URL(place.databaseUrl ?? '')
    const name = `${url.pathname.slice(1)}_ascii`
    await asAdmin(`create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`)
    url.pathname = name
    expect(await errorOf(url.href)).toContain('this one has SQL_ASCII')
    await asAdmin(`drop database ${name}`)
  })

  test('survives a backend that dies in a transaction and one that dies idle', async () => {
    const client = await database.pool.connect()
    await client.query('begin')
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const lost = new Promise((resolve) => client.once('end', resolve))
    await asAdmin(`select pg_terminate_backend(${rows[0].pid})`)
    await lost
    await expect(client.query('select 1')).rejects.toSatisfy(isUnavailable)
    client.release()

    const { rows: idle } = await database.pool.query('select pg_backend_pid() as pid')
    const removed = new Promise((resolve) => database.pool.once('remove', resolve))
    await asAdmin(`select pg_terminate_backend(${idle[0].pid})`)
    await removed
    expect(await count()).toBe(0)
  })

  test('logs an idle connection that is lost, and none that ends because the pool does', async () => {
    const lines: string[] = []
    const pool = createPool({ connectionString: place.databaseUrl }, (line) => lines.push(line))
    const clients = await Promise.all([1, 2, 3].map(() => pool.connect()))
    for (const client of clients) client.release()
    clients[0]?.emit('error', new Error('gone'))
    expect(lines).toEqual(['An idle database connection was lost (gone).'])
    const ended = pool.end()
    for (const client of clients.slice(1)) client.emit('error', new Error('terminating connection'))
    await ended
    expect(lines).toHaveLength(1)
  })

  test('has ended the listening connection when that is closed', async () => {
    const { close, listener } = await openDatabase<Schema>(place)
    await new Promise<void>((resolve) => listener.on('events', () => resolve()))
    const end = vi.spyOn(pg.Client.prototype, 'end')
    onTestFinished(() => end.mockRestore())
    await listener.close()
    expect(end.mock.settledResults).toEqual([{ type: 'fulfilled', value: undefined }])
    await close()
  })

  test('keeps nothing of the attempts to listen that failed', async () => {
    const listening = vi.spyOn(AbortSignal.prototype, 'addEventListener')
    const ended = vi.spyOn(pg.Client.prototype, 'end')
    onTestFinished(() => {
      for (const spy of [listening, ended]) spy.mockRestore()
    })
    const stop = listenWithReconnect({ host: '127.0.0.1', port: 1 }, new Listener(), () => {})
    await eventually(() => expect(ended.mock.calls.length).toBeGreaterThan(2))
    const [signal] = listening.mock.contexts as AbortSignal[]
    expect(getEventListeners(signal as AbortSignal, 'abort').length).toBeLessThan(2) // that of the pause or of the attempt
    await stop()
  })

  test('does not reuse a client whose query never ended', async () => {
    const client = await database.pool.connect()
    const hanging = { text: 'select pg_sleep(60)', query_timeout: 20 }
    await expect(client.query(hanging)).rejects.toSatisfy(isUnavailable)
    client.release()
    expect(await count()).toBe(0)
  })

  test('cancels a statement that runs too long, as unavailable', async () => {
    const client = await database.pool.connect()
    await client.query(`set statement_timeout = '20ms'`)
    await expect(client.query('select pg_sleep(60)')).rejects.toSatisfy(isUnavailable)
    client.release(true)
  })
})
