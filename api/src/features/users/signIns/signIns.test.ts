import { session } from '@kontor/contract/session'
import { portalSession } from '@kontor/contract/session/portal'
import { signIns } from '@kontor/contract/users/signIns'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeUser, PASSWORD } from '../../../../test/make.ts'
import { sweepSignIns } from './queries.ts'
import { writeSignIns } from './table.ts'

const { another, app, db, call, inject, makeSignedIn, staff } = await startApp()

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const login = (username: string, password = PASSWORD, url: string = session.login.path) =>
  inject({ method: 'POST', url, payload: { username, password }, headers: { 'user-agent': CHROME } })
/** The log of one user, the latest first. */
async function logOf(username: string) {
  const { body } = await call(signIns.index, {
    body: { filters: { username }, options: { itemsPerPage: 100 } },
  })
  return body.result.filter((row) => row.username === username)
}
const outcomes = async (username: string) => (await logOf(username)).map(({ outcome }) => outcome)

describe('the log of sign-ins', () => {
  test('needs the permission to administer; users see their own', async () => {
    const { user, token } = await makeSignedIn({ role: 'user_manager' })
    expect((await call(signIns.index, { body: {} }, token)).status).toBe(403)
    const { body } = await call(signIns.own, {}, token)
    expect(body.map(({ outcome, username }) => [outcome, username])).toEqual([['ok', user.username]])
  })

  test('stores a username only if it exists, because the input may be a password', async () => {
    const secret = 'moja-tajna-lozinka'
    await login(secret, 'x')
    await login('a'.repeat(300), 'x')
    const { body } = await call(signIns.index, { body: { filters: { outcome: 'unknown' } } })
    expect(body.result).toHaveLength(2)
    for (const row of body.result) expect(row).toMatchObject({ username: null, user: null })
    const rows = await db.selectFrom('sign_ins').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('has outcome, user, origin and device of every attempt', async () => {
    const user = await makeUser(db)
    const gone = await makeUser(db, { is_active: false })
    await login(user.username, 'pogresna')
    await login(user.username.toUpperCase())
    await login(user.username, PASSWORD, portalSession.login.path)
    await login(gone.username)
    expect(await outcomes(user.username)).toEqual(['other_door', 'ok', 'wrong_password'])
    expect(await outcomes(gone.username)).toEqual(['inactive'])
    expect((await logOf(user.username))[1]).toMatchObject({
      user: { id: user.id, name: user.name },
      factor: null,
      address: '127.0.0.1',
      browser: 'Chrome',
      system: 'windows',
      tries: 1,
    })
  })

  test('has attempts that were too many', async () => {
    const user = await makeUser(db)
    let tries = 1
    while ((await login(user.username, 'x')).status !== 429) tries += 1
    const found = await outcomes(user.username)
    expect([found[0], found.length]).toEqual(['locked', tries])
  })

  test('shows users the attempts of others at their name', async () => {
    const { user, token } = await makeSignedIn()
    await login(user.username, 'pogadjanje')
    const { body } = await call(signIns.own, {}, token)
    expect(body.map(({ outcome }) => outcome)).toEqual(['wrong_password', 'ok'])
  })

  test('has attempts that are being written', async () => {
    const user = await makeUser(db)
    await login(user.username)
    const { listed, written } = await db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE sign_ins IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
      const written = writeSignIns(db)
      const listed = outcomes(user.username)
      for (let i = 0; i < 5; i++) await call(session.me, {})
      return { listed, written }
    })
    expect(await listed).toEqual(['ok'])
    await written
  })

  test('has attempts that could not be written for a time', async () => {
    const user = await makeUser(db)
    await sql`CREATE FUNCTION stopping() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'the server stops' USING ERRCODE = 'admin_shutdown'; END $$;
      CREATE TRIGGER stopping BEFORE INSERT ON sign_ins EXECUTE FUNCTION stopping()`.execute(db)
    const restore = () => sql`DROP FUNCTION IF EXISTS stopping CASCADE`.execute(db)
    onTestFinished(async () => void (await restore()))
    await login(user.username)
    expect((await call(signIns.index, { body: {} })).status).toBe(503)
    await restore()
    expect(await outcomes(user.username)).toEqual(['ok'])
  })

  test('is written when a node stops', async () => {
    const user = await makeUser(db)
    const node = await another()
    await node.inject({
      method: 'POST',
      url: session.login.path,
      payload: { username: user.username, password: PASSWORD },
    })
    await node.close()
    const outcomes = await db
      .selectFrom('sign_ins')
      .select('outcome')
      .where('user_id', '=', user.id)
      .execute()
    expect(outcomes).toEqual([{ outcome: 'ok' }])
  })

  test('is exported, and deleted after 90 days', async () => {
    const user = await makeUser(db)
    await login(user.username)
    await login(user.username, 'x')
    const file = await app.inject({
      method: 'POST',
      url: signIns.index.path,
      headers: { authorization: `Bearer ${staff}` },
      payload: { report_data: { name: 'Prijave', format: 'xlsx' } },
    })
    expect([file.statusCode, file.headers['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    const [last] = await logOf(user.username)
    const at = sql<string>`now() - interval '91 days'`
    await db
      .updateTable('sign_ins')
      .set({ at })
      .where('id', '=', last?.id ?? 0)
      .execute()
    await sweepSignIns(db)
    expect(await outcomes(user.username)).toEqual(['ok'])
    await login(user.username, 'x')
    await login(user.username, 'y')
    await outcomes(user.username)
    await sweepSignIns(db, 1)
    expect(await outcomes(user.username)).toEqual(['wrong_password', 'ok'])
  })
})
