import { campaigns } from '@kontor/contract/campaigns'
import { events } from '@kontor/contract/lib/http/events'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import { listOfRoute } from '@kontor/contract/lib/lists/list'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { partners } from '@kontor/contract/partners'
import { products } from '@kontor/contract/products'
import { cities } from '@kontor/contract/resources/cities'
import { session } from '@kontor/contract/session'
import { sliders } from '@kontor/contract/sliders'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { productSource } from '../src/features/products/queries.ts'
import { batchesById } from '../src/lib/lists/list.ts'
import { Replica } from '../src/lib/lists/replica/replica.ts'
import { ReplicaRouter } from '../src/lib/lists/replica/replica-router.ts'
import { listen, requestOf, startApp } from './app.ts'
import { contractRoutes } from './contract-routes.ts'
import { eventually } from './eventually.ts'
import { makeCity, makePartner, makeProduct, makeSlider } from './make.ts'
import { makeCampaign } from './make-campaign.ts'
import { startReplicated } from './postgres.ts'
import { readRows } from './sheets.ts'
import { openStream } from './streams.ts'

/** A statement that waits for a lock which the replay holds fails after a minute, and the next one can run. */
async function watch(connectionString: string) {
  const client = new pg.Client({ connectionString, statement_timeout: 60_000 })
  client.on('error', () => {}) // the server is killed with it
  await client.connect()
  return client
}

describe('two nodes with a replica', async () => {
  const server = await startReplicated()
  const before = process.env.KONTOR_TEST_DATABASE_URL
  process.env.KONTOR_TEST_DATABASE_URL = server.url
  afterAll(async () => {
    process.env.KONTOR_TEST_DATABASE_URL = before
    await server.stop()
  })
  const { app, another, anotherPool, atEnd, call: callOn, database, db, signIn, staff } = await startApp()
  const first = database.pool.options.connectionString ?? ''
  const name = new URL(first).pathname
  const onReplica = (database = name) => server.replica.url.replace(/\/postgres$/, database)

  const printed: string[] = []
  const follow = (more: object = {}) =>
    new Replica({
      url: onReplica(),
      primary: database.pool,
      everyMs: 3_600_000,
      timeoutMs: 60_000,
      log: (line) => printed.push(line),
      ...more,
    })
  const replicas = [follow(), follow()] as const
  const own = await anotherPool()
  const nodes = [
    await another({ replica: replicas[0] }),
    await another({ replica: replicas[1], database: own }),
  ] as const
  let watcher = await watch(onReplica('/postgres'))
  atEnd(async () => {
    await watcher.end().catch(() => {})
    for (const replica of replicas) await replica.close()
  })

  /** Runs a query on the replica itself. */
  const there = async (text: string) => (await watcher.query(text)).rows
  /** Pauses the replay before it resolves; pg_wal_replay_pause() alone may still replay received WAL. */
  async function pause() {
    await there('SELECT pg_wal_replay_pause()')
    await eventually(async () => {
      expect(await there('SELECT pg_get_wal_replay_pause_state() AS state')).toEqual([{ state: 'paused' }])
    })
  }
  /**
   * Sends all WAL to the replica, also what is only in memory, like the end of a rollback, whose locks the replica holds
   * until then. Only the commit of a transaction that has written WAL waits for this.
   */
  const flush = () => sql`SELECT pg_logical_emit_message(true, 'test', '')`.execute(db)
  /** Resumes the replay, and resolves when everything is replayed. */
  async function resume() {
    await there('SELECT pg_wal_replay_resume()')
    await flush()
    const { rows } = await sql<{ at: string }>`SELECT pg_current_wal_lsn()::text AS at`.execute(db)
    await eventually(async () => {
      const replayed = `SELECT pg_last_wal_replay_lsn() >= '${rows[0]?.at}' AS everything`
      expect(await there(replayed)).toEqual([{ everything: true }])
    })
  }
  await resume()
  await watcher.end()
  watcher = await watch(onReplica()) // the database was replicated
  for (const replica of replicas) await replica.ping()

  const call = <const R extends Route>(node: 0 | 1, route: R, input: RequestInput<R>, as?: string) =>
    callOn(route, input, as, nodes[node])
  const fromReplica = () => replicas.reduce((sum, { readCounts }) => sum + readCounts.replica, 0)
  const fromPrimary = () => replicas.reduce((sum, { readCounts }) => sum + readCounts.primary, 0)
  /** Counts the list reads of a call on the replica and on the primary. */
  async function reading<T>(work: () => Promise<T>) {
    const before = [fromReplica(), fromPrimary()] as const
    const answer = await work()
    return { answer, replica: fromReplica() - before[0], first: fromPrimary() - before[1] }
  }
  const namesOf = async (node: 0 | 1, as = staff) => {
    const { status, body } = await call(node, products.index, { body: {} }, as)
    return status === 200 ? body.result.map((row) => row.name) : body
  }
  const product = await makeProduct(db, { erp_code: 'R-1', name: 'Staro' })
  const rename = (node: 0 | 1, name: string, id = product.id) =>
    call(node, products.update, {
      params: { id: String(id) },
      form: { erp_code: 'R-1', name, price: '5', quantity: '1' } as never,
      files: { image: undefined },
    })
  const colleague = await signIn('staff')
  await resume()

  test('unchanged tables are read from the replica', async () => {
    const read = await reading(() => Promise.all([namesOf(0), namesOf(1, colleague)]))
    expect(read).toEqual({ answer: [['Staro'], ['Staro']], replica: 2, first: 0 })
  })

  test("the replica answers while the primary's table is locked", async () => {
    await pause()
    const client = await own.pool.connect()
    await client.query('BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE')
    expect(await namesOf(0)).toEqual(['Staro'])
    await flush() // the lock; its end follows
    await client.query('ROLLBACK')
    client.release()
    await resume()
  })

  test('a paused replica never returns outdated rows on either node, and still serves other lists', async () => {
    await pause()
    expect((await rename(0, 'Novo')).status).toBe(200)
    expect((await there(`SELECT name FROM products`))[0]).toEqual({ name: 'Staro' }) // it does not have the change
    const changed = await reading(() =>
      Promise.all([namesOf(0), namesOf(1), namesOf(0, colleague), namesOf(1, colleague)]),
    )
    expect(changed).toEqual({ answer: Array(4).fill(['Novo']), replica: 0, first: 4 })
    const others = await reading(() => call(1, partners.index, { body: {} }, colleague))
    expect([others.answer.status, others.replica, others.first]).toEqual([200, 1, 0])
    await resume()
    expect(await reading(() => namesOf(1))).toEqual({ answer: ['Novo'], replica: 1, first: 0 })
  })

  test('a list waits for changes of all tables that it shows', async () => {
    const city = await makeCity(db, { name: 'Bar' })
    const { id } = await makePartner(db, { city_id: city.id })
    await resume()
    await pause()
    const { country_id } = city
    await call(0, routesOf(cities).update, {
      params: { id: String(city.id) },
      body: { name: 'Budva', country_id } as never,
    })
    const shown = await call(1, partners.index, { body: {} })
    expect(shown.body.result.find((row) => row.id === id)?.city).toMatchObject({ name: 'Budva' })
    await resume()
  })

  test('a total is as current as its rows', async () => {
    await pause()
    const { id } = await makeProduct(db, { erp_code: 'R-2', name: 'Drugo' })
    const { body } = await call(1, products.index, { body: {} })
    expect([body.result.length, body.total_rows]).toEqual([2, 2])
    await db.deleteFrom('products').where('id', '=', id).execute()
    expect((await call(0, products.index, { body: {} })).body.total_rows).toBe(1)
    await resume()
    expect((await call(0, products.index, { body: {} })).body.total_rows).toBe(1)
  })

  test('a client that gets an event from one node finds the change in a list of the other', async () => {
    const { port } = await listen(nodes[1])
    const stream = await openStream(`http://127.0.0.1:${port}${events.staff.path}`, colleague)
    const { id } = await makeCampaign(db)
    await resume()
    const shownAt = async (node: 0 | 1) =>
      (await call(node, campaigns.index, { body: {} }, colleague)).body.result.map((row) => row.is_active)
    expect(await reading(() => shownAt(1))).toEqual({ answer: [true], replica: 1, first: 0 })
    await pause()
    for (const is of [false, true, false]) {
      const count = stream.received.length
      await call(0, campaigns.toggle, { params: { id: String(id) }, body: { is_active: is } })
      await stream.until(count + 1)
      expect([await shownAt(1), await shownAt(0)]).toEqual([[is], [is]])
    }
    await stream.close()
    await resume()
  })

  test('an ended session is rejected by the next request, wherever its list is read', async () => {
    const token = await signIn('staff')
    await resume()
    await pause()
    expect(await namesOf(1, token)).toEqual(['Novo'])
    await call(0, session.logout, {}, token)
    const read = await reading(() => call(1, products.index, { body: {} }, token))
    expect([read.answer.status, read.replica + read.first]).toEqual([401, 0])
    await resume()
  })

  test('lists of the office are read from the replica, permissions and sessions are not', async () => {
    const lists = (await contractRoutes())
      .map(({ route }) => route)
      .filter((route) => route.audience === 'staff' && !route.path.includes(':') && listOfRoute(route))
    const first: string[] = []
    let replica = 0
    for (const route of lists) {
      const days = { date_from: '2026-01-01', date_to: '2026-01-31' }
      const body = (route.path.startsWith('/api/catalogue_order') ? days : {}) as object
      const read = await reading(() => call(0, route as typeof products.index, { body }))
      if (read.answer.status !== 200) continue
      if (read.replica > 0) replica += 1
      else first.push(route.path)
    }
    expect(first).toEqual([
      '/api/catalogue_order/totals',
      '/api/notifications', // the numbers of reached devices have no change counter
      '/api/notifications/index',
      '/api/getPartnersForAddNotificationChooseDialog', // nor have their devices
      '/api/sliders/index', // depends on the time
      '/api/sliders',
      '/api/sliders/active',
      '/api/stores/contacts/index', // only those of one store, for its form
      '/api/users/index',
      '/api/webhooks/index',
      '/api/cart/totals',
      '/api/cart/partners',
      '/api/campaignDetails/products/ids',
      '/api/jobs/index', // pg-boss changes them without a change counter
      '/api/api_keys/index',
      '/api/sign_ins/index',
    ])
    expect(replica).toBeGreaterThan(40)
  })

  test('visibility by time follows the clock of the primary', async () => {
    const clock = (now: string) =>
      sql`CREATE OR REPLACE FUNCTION office_now() RETURNS timestamptz LANGUAGE sql STABLE AS ${sql.lit(now)}`.execute(
        db,
      )
    await clock(`SELECT now() - CASE WHEN pg_is_in_recovery() THEN interval '1 hour' ELSE interval '0' END`)
    await makeSlider(db, { visible_from: new Date(Date.now() - 60_000).toISOString() })
    await resume()
    const { body } = await call(0, sliders.index, { body: { filters: { state: 'visible' } } })
    expect([body.result.map(({ state }) => state), body.total_rows]).toEqual([['visible'], 1])
    await clock('SELECT now()')
  })

  test('a file from the replica equals that from the primary', async () => {
    await Promise.all(
      Array.from({ length: 25 }, (_, i) => makeProduct(db, { erp_code: `X-${i}`, name: `Roba ${i}` })),
    )
    await resume()
    const body = { filters: { name: 'roba' }, report_data: { name: 'roba', format: 'xlsx' as const } }
    const read = await reading(() => call(0, products.index, { body }))
    expect([read.first, read.replica > 0]).toEqual([0, true])
    const request = await requestOf(products.index, { body }, staff)
    const plain = await app.inject(request) // a node without a replica
    const rows = await readRows(read.answer.bytes)
    expect(rows).toEqual(await readRows(plain.rawPayload))
    expect(rows).toHaveLength(26)
    const all = await reading(() => call(1, products.all, {}))
    expect([all.answer.body.length, all.first]).toEqual([26, 0])
  })

  test('a query cancelled by recovery is repeated on the primary, and the replica stays in use', async () => {
    const replica = replicas[0]
    await there(`ALTER SYSTEM SET max_standby_streaming_delay = 0`)
    await there('SELECT pg_reload_conf()')
    const logged = printed.length
    const read = await new ReplicaRouter(db, replica).choose(() => new Set(['products']))
    const answer = read(async (where) => {
      if (where === replica.db) await sql`SELECT pg_sleep(60) FROM products LIMIT 1`.execute(where)
      return where === db
    })
    const running = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'`
    await eventually(async () => expect(await there(running)).toEqual([{ n: 1 }]))
    await sql`BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE; COMMIT`.execute(db)
    expect([await answer, replica.isUsable, printed.slice(logged)]).toEqual([true, true, []])
    await there(`ALTER SYSTEM RESET max_standby_streaming_delay`)
    await there('SELECT pg_reload_conf()')
    await resume()
  })

  test('a replica that is too far behind is not used, logged once, and used again when it has caught up', async () => {
    const far = follow({ maxLagMs: 0 })
    await far.ping()
    expect(far.isUsable).toBe(true)
    await pause()
    printed.length = 0
    await rename(0, 'Daleko')
    for (let i = 0; i < 3; i++) await far.ping()
    expect([far.isUsable, far.lagSeconds > 0, printed.length]).toEqual([false, true, 1])
    await resume()
    await eventually(async () => {
      await far.ping()
      expect(far.isUsable).toBe(true)
    })
    expect(printed.at(-1)).toMatch(/^Replica in use/)
    await far.close()
  })

  test.each([
    ['the first server itself', () => first, /not in recovery/],
    ['another database of the replica', () => onReplica('/postgres'), /is not a replica of/],
    ['nobody', () => 'postgres://postgres@127.0.0.1:1/kontor', /ECONNREFUSED/],
  ])('%s is no replica', async (_, url, why) => {
    printed.length = 0
    const wrong = follow({ url: url() })
    for (let i = 0; i < 3; i++) await wrong.ping()
    expect(wrong.isUsable).toBe(false)
    expect(printed).toEqual([expect.stringMatching(why)])
    const read = await new ReplicaRouter(db, wrong).choose(() => new Set(['products']))
    expect(await read(async (where) => where === db)).toBe(true)
    await wrong.close()
  })

  test('the replica is read-only', async () => {
    const write = replicas[0].db.deleteFrom('products').execute()
    await expect(write).rejects.toThrow(/read-only transaction/)
  })

  test('a killed replica causes no errors; it is used again after its restart', async () => {
    const reads = new ReplicaRouter(db, replicas[0])
    const portions = batchesById(reads, productSource, 5)
    const before = fromReplica()
    const rows = [...((await portions.next()).value ?? [])]
    expect(fromReplica()).toBe(before + 1)
    const sleeping = await reads.choose(() => new Set(['products']))
    const hanging = sleeping(async (where) => {
      if (where === replicas[0].db) await sql`SELECT pg_sleep(60)`.execute(where)
      return where === db
    })
    printed.length = 0
    await server.replica.kill()
    const answers = await Promise.all([namesOf(0), namesOf(1), namesOf(0, colleague), namesOf(1, colleague)])
    expect(answers.map((names) => (names as string[]).length)).toEqual([10, 10, 10, 10])
    for await (const more of portions) rows.push(...more)
    expect(rows).toHaveLength(26)
    expect(await hanging).toBe(true)
    for (const replica of replicas) await replica.ping()
    expect(replicas.map(({ isUsable }) => isUsable)).toEqual([false, false])
    expect(printed).toHaveLength(2) // once on each node
    await server.replica.start()
    for (const replica of replicas) await replica.ping()
    // It answers before it has replayed the last changes of its own log.
    await eventually(async () => expect((await reading(() => namesOf(1))).replica).toBe(1))
    const metrics = await nodes[1].inject({ url: '/metrics' })
    expect(metrics.body).toMatch(/^database_replica_used 1$/m)
    expect(metrics.body).toMatch(/^database_replica_reads_total\{server="replica"\} [1-9]\d*$/m)
  })
})
