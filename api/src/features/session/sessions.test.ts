import { session } from '@kontor/contract/session'
import { users } from '@kontor/contract/users'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeUser, PASSWORD } from '../../../test/make.ts'
import { waitingQueries } from '../../../test/waiting.ts'
import { hashPassword } from '../../lib/auth/password.ts'
import { tokenHash } from '../../lib/auth/tokens.ts'
import { findSessions, sweepSessions } from './queries.ts'

const { db, call, another, signIn } = await startApp()
const node = await another()

/** Whether a token is valid on two nodes, which must agree. */
async function isGood(token: string) {
  const here = await call(session.me, {}, token)
  const there = await call(session.me, {}, token, node)
  expect(here.status).toBe(there.status)
  expect([200, 401, 403]).toContain(here.status)
  return here.status !== 401
}

async function signedIn(values: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(db, values)
  const tokens = [await signIn(user.username), await signIn(user.username)] as const
  for (const token of tokens) expect(await isGood(token)).toBe(true)
  return { ...user, tokens, params: { id: String(user.id) } }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a session ends', () => {
  test('when its user is deactivated, and remains ended when the user is reactivated', async () => {
    const { tokens, params } = await signedIn()
    await call(users.toggle, { params, body: { is_active: false } })
    expect(await isGood(tokens[0])).toBe(false)
    await call(users.toggle, { params, body: { is_active: true } })
    expect(await isGood(tokens[0])).toBe(false)
  })

  test('when its user was deactivated by SQL', async () => {
    const { tokens, id } = await signedIn()
    await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    expect(await isGood(tokens[0])).toBe(false)
  })

  test('with all others when the office sets another password, and the old password is invalid', async () => {
    const { tokens, params, name, username } = await signedIn()
    const body = { name, username, password: 'nova-lozinka' }
    expect((await call(users.update, { params, body })).status).toBe(200)
    for (const token of tokens) expect(await isGood(token)).toBe(false)
    expect(await signIn(username, PASSWORD)).toBeUndefined()
    expect(await isGood(await signIn(username, 'nova-lozinka'))).toBe(true)
  })

  test('not when the office changes a name only', async () => {
    const { tokens, params, username } = await signedIn()
    const body = { name: 'Novo ime', username, password: '', confirmPassword: '' }
    expect((await call(users.update, { params, body })).status).toBe(200)
    expect(await isGood(tokens[0])).toBe(true)
  })

  test('when the owner sets another password, except the current one', async () => {
    const { tokens, name, username } = await signedIn()
    const body = { name, username, password: 'nova-lozinka', current_password: PASSWORD }
    expect((await call(session.updateMe, { body }, tokens[0])).status).toBe(200)
    expect(await isGood(tokens[0])).toBe(true)
    expect(await isGood(tokens[1])).toBe(false)
  })

  test('before it begins when the password changes during the sign-in', async () => {
    const { id, username } = await makeUser(db)
    const password_hash = await hashPassword('nova-lozinka')
    const change = await db.startTransaction().execute()
    await change.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    let done = false
    const late = signIn(username, PASSWORD).finally(() => {
      done = true
    })
    await eventually(async () => expect(done || (await waitingQueries(db)) > 0).toBe(true))
    await change.deleteFrom('sessions').where('user_id', '=', id).execute()
    await change.commit().execute()
    expect(await late).toBeUndefined()
  })

  test('at its logout, while the other sessions continue', async () => {
    const { tokens } = await signedIn({ partner: true })
    expect((await call(session.logout, {}, tokens[0])).status).toBe(200)
    expect(await isGood(tokens[0])).toBe(false)
    expect(await isGood(tokens[1])).toBe(true)
    expect((await call(session.logout, {}, tokens[0])).status).toBe(401)
  })

  test('and is deleted once; an unknown token costs one query and deletes nothing', async () => {
    const { tokens } = await signedIn()
    const made: string[] = []
    const noting = db.withPlugin({
      transformQuery: ({ node }) => {
        made.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const seen = async (token: string) => [(await findSessions(noting, [token])).size, made.splice(0)]
    expect(await seen('izmišljen')).toEqual([0, []])
    expect(await seen(tokens[0])).toEqual([1, []])
    const up = { expires_at: sql<string>`now()` }
    await db.updateTable('sessions').set(up).where('token_hash', '=', tokenHash(tokens[0])).execute()
    expect(await seen(tokens[0])).toEqual([0, ['DeleteQueryNode']])
    expect(await seen(tokens[0])).toEqual([0, []])
  })

  test('and the sweep uses an index for any number of sessions', async () => {
    const planOf = (statement: string) =>
      db.transaction().execute(async (tx) => {
        await sql`SET LOCAL enable_seqscan = off`.execute(tx)
        const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`).execute(tx)
        return rows.map((row) => row['QUERY PLAN']).join()
      })
    for (const part of [
      'FROM sessions WHERE expires_at <= now()',
      'FROM sessions WHERE created_at > now()',
      "FROM known_devices WHERE signed_in_at < now() - interval '60 days'",
    ])
      expect(await planOf(`DELETE ${part}`), part).toMatch(/Index Cond/)
  })

  test('and the sweep deletes in portions, which end within the time limit', async () => {
    const { id } = await makeUser(db)
    const hash = sql`sha256(n::text::bytea), ${id}::int`
    const sixThousand = sql`generate_series(1, 6000) AS n`
    await sql`INSERT INTO sessions (token_hash, user_id, expires_at) SELECT ${hash}, now() FROM ${sixThousand}`.execute(
      db,
    )
    await sql`INSERT INTO sign_in_tickets (ticket_hash, user_id, password_hash, challenge, expires_at)
      SELECT ${hash}, '', '', now() FROM ${sixThousand}`.execute(db)
    await sql`INSERT INTO known_devices (token_hash, user_id, network, signed_in_at)
      SELECT ${hash}, '', now() - interval '61 days' FROM ${sixThousand}`.execute(db)
    await sql`INSERT INTO login_attempts (key, attempts, max_attempts, resets_at)
      SELECT 'address:' || n, 1, 9, now() - interval '1 second' FROM ${sixThousand}`.execute(db)
    await sql`CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM gone) > 5000 THEN RAISE 'too many at once'; END IF; RETURN NULL; END $$`.execute(
      db,
    )
    const tables = ['sessions', 'sign_in_tickets', 'known_devices', 'login_attempts'] as const
    for (const table of tables)
      await sql`CREATE TRIGGER refuse_many AFTER DELETE ON ${sql.table(table)} REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`.execute(db)
    await sweepSessions(db).finally(() => sql`DROP FUNCTION refuse_many CASCADE`.execute(db))
    const { rows } = await sql<{ left: number }>`SELECT
      (SELECT count(*) FROM sessions WHERE user_id = ${id}) + (SELECT count(*) FROM known_devices WHERE user_id = ${id})
      + (SELECT count(*) FROM sign_in_tickets WHERE user_id = ${id})
      + (SELECT count(*) FROM login_attempts WHERE key ~ '^address:[0-9]+$') AS left`.execute(db)
    expect(rows).toEqual([{ left: 0 }])
  })

  test('and a sweep without results changes no table, so that no total is recounted', async () => {
    await sweepSessions(db)
    const counters = sql`SELECT * FROM change_counters WHERE changes > 0 AND table_name <> 'sign_ins' ORDER BY 1, 2`
    const before = (await counters.execute(db)).rows
    await sweepSessions(db)
    expect((await counters.execute(db)).rows).toEqual(before)
  })

  test('at its expiry by the clock of the database, not of the app', async () => {
    const { tokens } = await signedIn()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2100-01-01') })
    expect(await isGood(tokens[0])).toBe(true)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('1970-01-01') })
    const up = { expires_at: sql<string>`now() - interval '1 second'` }
    await db.updateTable('sessions').set(up).where('token_hash', '=', tokenHash(tokens[0])).execute()
    expect(await isGood(tokens[0])).toBe(false)
    expect(await isGood(tokens[1])).toBe(true)
  })

  test('permanently: setting the clock back neither restores it nor extends another', async () => {
    const { id, tokens } = await signedIn()
    const ofToken = (token: string) => sql<boolean>`token_hash = ${tokenHash(token)}`
    const secondsLeft = async () =>
      Number(
        (
          await db
            .selectFrom('sessions')
            .select(sql<string>`extract(epoch FROM expires_at - now())`.as('left'))
            .where(ofToken(tokens[1]))
            .executeTakeFirstOrThrow()
        ).left,
      )
    const before = await secondsLeft()
    await db.updateTable('sessions').set({ expires_at: sql`now()` }).where(ofToken(tokens[0])).execute()
    expect(await isGood(tokens[0])).toBe(false)
    const begun = { user_id: id, password_hash: '', expires_at: sql<string>`now() + interval '1 minute'` }
    await db
      .insertInto('sign_in_tickets')
      .values({ ...begun, ticket_hash: tokenHash('x'), challenge: '' })
      .execute()
    // A clock that was set back by two days is simulated by moving rows two days ahead.
    const ahead = (column: string) => sql<string>`${sql.ref(column)} + interval '2 days'`
    const end = { expires_at: ahead('expires_at') }
    await db
      .updateTable('sessions')
      .set({ ...end, created_at: ahead('created_at') })
      .execute()
    await db.updateTable('sign_in_tickets').set(end).execute()
    expect(await isGood(tokens[0])).toBe(false)
    expect(await isGood(tokens[1])).toBe(true)
    await sweepSessions(db)
    expect(await isGood(tokens[1])).toBe(true)
    expect(await secondsLeft()).toBeLessThanOrEqual(before + 60)
    expect(await db.selectFrom('sign_in_tickets').selectAll().execute()).toEqual([])
  })

  test('while the partner of its user is inactive', async () => {
    const { tokens, partner_id } = await signedIn({ partner: true })
    const setPartner = (is_active: boolean) =>
      db.updateTable('partners').set({ is_active }).where('id', '=', partner_id).execute()
    await setPartner(false)
    expect(await isGood(tokens[0])).toBe(false)
    await setPartner(true)
    expect(await isGood(tokens[0])).toBe(true)
  })

  test('when its user moves to a partner: a staff token never becomes a partner’s', async () => {
    const { tokens, params, name, username } = await signedIn()
    const { partner_id } = await makeUser(db, { partner: true })
    await call(users.update, { params, body: { name, username, partner_id } })
    expect(await isGood(tokens[0])).toBe(false)
  })
})
