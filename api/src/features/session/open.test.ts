import { events } from '@kontor/contract/lib/http/events'
import { session } from '@kontor/contract/session'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeUser, PASSWORD } from '../../../test/make.ts'
import { tokenHash } from '../../lib/auth/tokens.ts'
import { writeLastUse } from './open/queries.ts'

const { db, another, call, inject, partner, signIn } = await startApp()
const node = await another()

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

async function signInFrom(username: string, remoteAddress: string, userAgent: string) {
  const payload = { username, password: PASSWORD }
  const headers = { 'user-agent': userAgent }
  const { body } = await inject<{ token: string }>({
    method: 'POST',
    url: session.login.path,
    payload,
    remoteAddress,
    headers,
  })
  return body.token
}
const list = async (token: string) => (await call(session.sessions, {}, token)).body
const end = (id: number | undefined, token: string) =>
  call(session.endSession, { params: { id: String(id) } }, token)
/** Whether a token is valid on the other node. */
const isGood = async (token: string) => (await call(session.me, {}, token, node)).status === 200
async function signedInTwice() {
  const { username, id } = await makeUser(db)
  return { username, id, here: await signIn(username), there: await signIn(username) }
}

describe("the user's sessions", () => {
  test('are not visible to others, who cannot end them', async () => {
    const one = await signedInTwice()
    const two = await signedInTwice()
    const [otherSession] = await list(two.here)
    expect((await list(one.here)).map(({ id }) => id)).not.toContain(otherSession?.id)
    expect((await end(otherSession?.id, one.here)).status).toBe(404)
    expect((await end(otherSession?.id, partner)).status).toBe(403)
    await call(session.endOtherSessions, {}, one.here)
    expect([await isGood(two.here), await isGood(two.there)]).toEqual([true, true])
  })

  test('have device, address and times, the current one first, and no token', async () => {
    const { username, id } = await makeUser(db)
    const there = await signInFrom(username, '203.0.113.7', CHROME)
    const here = await signInFrom(username, '203.0.113.8', 'curl/8.5.0')
    const before = { created_at: '2026-01-02T08:00:00Z', last_used_at: '2026-01-02T09:00:00Z' }
    await db.updateTable('sessions').set(before).where('token_hash', '=', tokenHash(there)).execute()
    const ended = { user_id: id, token_hash: tokenHash('x'), expires_at: sql<string>`now()` }
    await db
      .insertInto('sessions')
      .values({ ...ended, address: '', user_agent: '' })
      .execute()
    const numbers = { id: expect.any(Number) }
    const [this_, that, ...more] = await list(here)
    expect(this_).toEqual({
      ...numbers,
      browser: null,
      system: null,
      address: '203.0.113.8',
      is_current: true,
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    })
    expect(that).toEqual({
      ...numbers,
      browser: 'Chrome',
      system: 'windows',
      address: '203.0.113.7',
      is_current: false,
      created_at: '2026-01-02T08:00:00.000Z',
      last_used_at: '2026-01-02T09:00:00.000Z',
    })
    expect(more).toEqual([])
  })

  test('one is ended at once on every node with its stream, and the others continue', async () => {
    const { here, there } = await signedInTwice()
    const streams = new URL(events.staff.path, await node.listen({ port: 0, host: '127.0.0.1' }))
    const headers = { authorization: `Bearer ${there}` }
    const reader = (await fetch(streams, { headers })).body?.getReader()
    const other = (await list(here)).find(({ is_current }) => !is_current)
    expect((await end(other?.id, here)).status).toBe(200)
    expect([await isGood(here), await isGood(there)]).toEqual([true, false])
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read());
    expect((await end(other?.id, here)).status).toBe(404)
  })

  test('all others are ended together', async () => {
    const { username, here, there } = await signedInTwice()
    const third = await signIn(username)
    expect((await call(session.endOtherSessions, {}, here)).status).toBe(200)
    expect([await isGood(here), await isGood(there), await isGood(third)]).toEqual([true, false, false])
  })

  test('the last use is written in batches, at most once in five minutes', async () => {
    const { here, there, id } = await signedInTwice()
    const ago = (minutes: number) => sql<string>`now() - make_interval(mins => ${minutes})`
    const usedBefore = (token: string, minutes: number) =>
      db
        .updateTable('sessions')
        .set({ last_used_at: ago(minutes) })
        .where('token_hash', '=', tokenHash(token))
        .execute()
    await usedBefore(here, 60)
    await usedBefore(there, 3)
    for (const token of [here, here, there]) expect(await isGood(token)).toBe(true)
    await writeLastUse(db)
    const rows = await db
      .selectFrom('sessions')
      .select(sql<boolean>`last_used_at > now() - interval '2 minutes'`.as('is_written'))
      .where('user_id', '=', id)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([{ is_written: true }, { is_written: false }])
  })
})
