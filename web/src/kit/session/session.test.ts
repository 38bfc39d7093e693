import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
const HOUR = 3_600_000
const answer = (token = 'good') => ({ token, expires_in: HOUR, partner_id: null })

async function freshSession() {
  stored.clear()
  vi.resetModules()
  return await import('./session.ts')
}
let kit: Awaited<ReturnType<typeof freshSession>>
beforeEach(async () => {
  kit = await freshSession()
})

/** Whether a promise is settled once everything that is ready has run. */
async function isSettled(promise: Promise<unknown>) {
  let settled = false
  void promise.then(() => (settled = true))
  await new Promise((resolve) => setTimeout(resolve))
  return settled
}

test('a token whose expiration is past is discarded', () => {
  kit.session.begin('ana', answer())
  stored.set('expiration', String(Date.now() - 1))
  expect(kit.session.token()).toBeNull()
  expect(stored.has('token')).toBe(false)
})

test('signing in keeps the four documented keys', () => {
  const before = Date.now()
  kit.session.begin('ana', answer())
  expect([...stored.keys()].sort()).toEqual(['expiration', 'partner_id', 'token', 'username'])
  expect(Number(stored.get('expiration'))).toBeGreaterThanOrEqual(before + HOUR)
  expect(kit.session.token()).toBe('good')
})

test('signing out forgets everything', () => {
  kit.session.begin('ana', answer())
  kit.session.end()
  expect([...stored]).toEqual([])
})

test('without an open form a refused token asks to leave, once, and the calls are never answered', async () => {
  kit.session.begin('ana', answer())
  const calls = [kit.session.renewed('good'), kit.session.renewed('good')]
  expect(kit.session.demand()).toBe('leave')
  kit.session.begin('ana', answer('newer'))
  expect(await isSettled(Promise.race(calls))).toBe(false)
})

test('with an open form a refused token asks for the password, and every call goes on after it', async () => {
  kit.session.begin('ana', answer())
  kit.formIsOpen()
  const calls = Promise.all([kit.session.renewed('good'), kit.session.renewed('good')])
  expect(kit.session.demand()).toBe('password')
  expect(await isSettled(calls)).toBe(false)
  kit.session.begin('ana', answer('newer'))
  expect(await isSettled(calls)).toBe(true)
  expect(kit.session.demand()).toBeNull()
})

test('cancelling leaves the waiting calls unanswered, also after the next sign-in', async () => {
  kit.session.begin('ana', answer())
  kit.formIsOpen()
  const call = kit.session.renewed('good')
  kit.session.end()
  kit.session.begin('mila', answer('hers'))
  expect(await isSettled(call)).toBe(false)
})

test('a call refused with an old token is repeated at once when a newer one is there', async () => {
  kit.session.begin('ana', answer('newer'))
  expect(await isSettled(kit.session.renewed('older'))).toBe(true)
  expect(kit.session.demand()).toBeNull()
})

test('a form is never sent with the token of somebody who has signed in in another tab, who stays signed in', async () => {
  kit.session.begin('ana', answer())
  const close = kit.formIsOpen()
  stored.set('username', 'mila').set('token', 'hers')
  expect(kit.session.token()).toBeNull()
  const call = kit.session.renewed('good')
  expect([kit.session.demand(), kit.session.username(), stored.get('token')]).toEqual([
    'password',
    'ana',
    'hers',
  ])
  expect([kit.session.isOthers(), await isSettled(call)]).toEqual([true, false])
  const changed = vi.fn<(isOther: boolean) => void>()
  vi.stubGlobal('addEventListener', () => {})
  kit.session.followTabs(changed)
  close()
  expect(changed.mock.calls).toEqual([[true]])
})

test('with the password of who has begun a form it goes on in that name, as it does under a new name', async () => {
  kit.session.begin('ana', answer())
  kit.formIsOpen()
  stored.set('username', 'mila').set('token', 'hers')
  const call = kit.session.renewed(kit.session.token())
  kit.session.begin('ana', answer('newer'))
  expect([await isSettled(call), kit.session.token()]).toEqual([true, 'newer'])
  stored.set('username', 'anna')
  expect([kit.session.token(), kit.session.username()]).toEqual(['newer', 'anna'])
})

test('a form that is closed twice counts once', () => {
  kit.session.begin('ana', answer())
  kit.formIsOpen()
  const close = kit.formIsOpen()
  close()
  close()
  void kit.session.renewed('good')
  expect(kit.session.demand()).toBe('password')
})
