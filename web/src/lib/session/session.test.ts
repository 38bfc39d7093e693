import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
const HOUR = 3_600_000
const answer = (token = 'good') => ({
  token,
  expires_in: HOUR,
  user_id: 1,
  username: 'ana',
  partner_id: null as number | null,
})
const hers = { ...answer('hers'), user_id: 2, username: 'mila' }

async function freshSession() {
  stored.clear()
  vi.resetModules()
  return await import('./session.ts')
}
let modules: Awaited<ReturnType<typeof freshSession>>
beforeEach(async () => {
  modules = await freshSession()
})

/** Whether a promise has settled after all pending microtasks. */
async function isSettled(promise: Promise<unknown>) {
  let settled = false
  void promise.then(() => (settled = true))
  await new Promise((resolve) => setTimeout(resolve))
  return settled
}

test('an expired token is discarded', () => {
  modules.session.begin(answer())
  stored.set('expiration', String(Date.now() - 1))
  expect(modules.session.token()).toBeNull()
  expect(stored.has('token')).toBe(false)
})

/** Follows other tabs with stubbed events. */
function followTabs() {
  const listeners = new Map<string, (event: object) => void>()
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) =>
    listeners.set(type, listener),
  )
  const changed = vi.fn<(isOther: boolean) => void>()
  modules.session.followTabs(changed)
  return { happen: (type: string, event: object) => listeners.get(type)?.(event), changed }
}

test('signing in stores the four documented keys and the user’s id', () => {
  const before = Date.now()
  modules.session.begin(answer())
  expect([...stored.keys()].sort()).toEqual(['expiration', 'partner_id', 'token', 'user_id', 'username'])
  expect(Number(stored.get('expiration'))).toBeGreaterThanOrEqual(before + HOUR)
  expect(modules.session.token()).toBe('good')
})

test('the name is kept for the next start, but not for another user', () => {
  modules.session.begin(answer())
  expect(modules.session.name()).toBe('ana')
  modules.session.saveName('Ana Radović')
  modules.session.begin(answer('newer'))
  expect(modules.session.name()).toBe('Ana Radović')
  modules.session.begin(hers)
  expect(modules.session.name()).toBe('mila')
})

test('signing out removes everything', () => {
  modules.session.begin(answer())
  modules.session.end()
  expect([...stored]).toEqual([])
})

test('without an open form a rejected token asks to leave, once, and the calls never settle', async () => {
  modules.session.begin(answer())
  const calls = [modules.session.renewed('good'), modules.session.renewed('good')]
  expect(modules.session.demand()).toBe('leave')
  modules.session.begin(answer('newer'))
  expect(await isSettled(Promise.race(calls))).toBe(false)
  expect(modules.session.hasLostCalls()).toBe(true)
})

test('with an open form a rejected token asks for the password, and every call continues afterwards', async () => {
  modules.session.begin(answer())
  modules.formIsOpen()
  const calls = Promise.all([modules.session.renewed('good'), modules.session.renewed('good')])
  expect(modules.session.demand()).toBe('password')
  expect(await isSettled(calls)).toBe(false)
  modules.session.begin(answer('newer'))
  expect(await isSettled(calls)).toBe(true)
  expect([modules.session.demand(), modules.session.hasLostCalls()]).toEqual([null, false])
})

test('a user who is ending the session is not asked, one who has signed in again is', async () => {
  modules.session.begin(answer())
  modules.session.leave()
  expect(await isSettled(modules.session.renewed('good'))).toBe(false)
  expect(modules.session.demand()).toBeNull()
  modules.session.begin(answer())
  expect(await isSettled(modules.session.renewed('good'))).toBe(false)
  expect(modules.session.demand()).toBe('leave')
})

test('a user who signs out, and in again in another tab, is asked when that session ends', async () => {
  modules.session.begin(answer())
  const { happen, changed } = followTabs()
  modules.session.leave()
  modules.session.end()
  for (const [key, value] of Object.entries(answer('newer'))) stored.set(key, String(value))
  stored.set('expiration', String(Date.now() + HOUR))
  happen('storage', { key: 'token', newValue: 'newer' })
  expect([modules.session.token(), changed.mock.calls]).toEqual(['newer', [[false]]])
  modules.formIsOpen()
  const call = modules.session.renewed('newer')
  expect(modules.session.demand()).toBe('password')
  modules.session.begin(answer('newest'))
  expect(await isSettled(call)).toBe(true)
})

test('a page that the browser has kept follows what other tabs have done meanwhile', () => {
  modules.session.begin(answer())
  const { happen, changed } = followTabs()
  happen('pageshow', { persisted: false })
  expect(changed).not.toHaveBeenCalled()
  stored.delete('token')
  happen('pageshow', { persisted: true })
  stored.set('username', 'mila').set('user_id', '2').set('token', 'hers')
  happen('pageshow', { persisted: true })
  expect(changed.mock.calls).toEqual([[false], [true]])
})

test('after cancelling the waiting calls never settle, not even after the next sign-in', async () => {
  modules.session.begin(answer())
  modules.formIsOpen()
  const call = modules.session.renewed('good')
  modules.session.end()
  modules.session.begin(hers)
  expect([await isSettled(call), modules.session.hasLostCalls()]).toEqual([false, true])
})

test('a call rejected with an old token is repeated at once when there is a newer one', async () => {
  modules.session.begin(answer('newer'))
  expect(await isSettled(modules.session.renewed('older'))).toBe(true)
  expect(modules.session.demand()).toBeNull()
})

test('a form is never sent with the token of a user who has signed in in another tab, who stays signed in', async () => {
  modules.session.begin(answer())
  const close = modules.formIsOpen()
  stored.set('username', 'mila').set('user_id', '2').set('token', 'hers')
  expect(modules.session.token()).toBeNull()
  const call = modules.session.renewed('good')
  expect([modules.session.demand(), modules.session.username(), stored.get('token')]).toEqual([
    'password',
    'ana',
    'hers',
  ])
  expect([modules.session.isOthers(), await isSettled(call)]).toEqual([true, false])
  const { changed } = followTabs()
  close()
  expect(changed.mock.calls).toEqual([[true]])
})

test('with the password of its user a form is sent in that name, also after a rename', async () => {
  modules.session.begin(answer())
  modules.formIsOpen()
  stored.set('username', 'mila').set('user_id', '2').set('token', 'hers')
  const call = modules.session.renewed(modules.session.token())
  modules.session.begin(answer('newer'))
  expect([await isSettled(call), modules.session.token()]).toEqual([true, 'newer'])
  stored.set('username', 'anna')
  expect([modules.session.token(), modules.session.username()]).toEqual(['newer', 'anna'])
})

test('a form that is closed twice counts once', () => {
  modules.session.begin(answer())
  modules.formIsOpen()
  const close = modules.formIsOpen()
  close()
  close()
  void modules.session.renewed('good')
  expect(modules.session.demand()).toBe('password')
})

test('a call never waits for its user at another partner, whose page is loaded anew', async () => {
  const atFirst = { ...answer(), partner_id: 5 }
  modules.session.begin(atFirst)
  const { changed } = followTabs()
  modules.formIsOpen()
  const call = modules.session.renewed('good')
  modules.session.begin({ ...atFirst, token: 'newer', partner_id: 6 })
  expect([await isSettled(call), modules.session.token(), changed.mock.calls]).toEqual([
    false,
    null,
    [[true]],
  ])
})

test('a form stays open over a session of an older version, without a user’s id', async () => {
  stored
    .set('username', 'ana')
    .set('partner_id', 'null')
    .set('token', 'good')
    .set('expiration', '9'.repeat(15))
  vi.resetModules()
  modules = await import('./session.ts')
  modules.formIsOpen()
  modules.session.rename('anna')
  expect(modules.session.token()).toBe('good')
  modules.session.rename('ana')
  const call = modules.session.renewed('good')
  modules.session.begin(answer('newer'))
  expect([await isSettled(call), modules.session.owner()]).toEqual([true, '1.null'])
})
