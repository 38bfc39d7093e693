import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { Audience, Route } from '@kontor/contract/lib/http/route'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { HttpError } from '../http/http-error.ts'
import { createRegisterRoute } from '../http/register-route.ts'
import { bearerToken, type CurrentUser, guardWith } from './guard.ts'

const someone = (partner_id: number | null): CurrentUser => ({
  id: 1,
  name: 'Ana',
  username: 'ana',
  role: 'user_admin',
  permissions: new Set(['goods.see']),
  partner_id,
  isKey: false,
  needsFactor: false,
  session: Buffer.alloc(32),
})
const sessions = new Map([
  ['staff', someone(null)],
  ['partner', someone(1)],
  ['partner-0', someone(0)],
  ['key', { ...someone(null), isKey: true }],
])
const acceptsApiKeys = ({ permission }: { permission?: RequiredPermission }) => permission === 'goods.see'
const guard = guardWith(async (token) => sessions.get(token), acceptsApiKeys)
const outcome = (audience: Audience, token: string | null, permission: RequiredPermission = 'signed-in') =>
  guard({ method: 'GET', ...(audience === 'staff' ? { audience, permission } : { audience }) }, token).then(
    () => 200,
    (error: unknown) => (error instanceof HttpError ? error.status : error),
  )

describe('the guard', () => {
  test.for([
    ['public', 200, 200, 200, 200],
    ['staff', 401, 401, 403, 200],
    ['partner', 401, 401, 200, 403],
    ['anyone', 401, 401, 200, 200],
  ] as const)(
    'a route for %s returns %i without a token, %i for an unknown one, %i for a partner and %i for staff',
    async ([audience, ...wanted]) => {
      const tokens = [null, 'unknown', 'partner', 'staff']
      expect(await Promise.all(tokens.map((token) => outcome(audience, token)))).toEqual(wanted)
    },
  )

  test('a user with a partner is never staff, whatever the id', async () => {
    expect(await outcome('staff', 'partner-0')).toBe(403)
  })

  test('staff without any sufficient permission are rejected', async () => {
    expect(await outcome('staff', 'staff', 'goods.see')).toBe(200)
    expect(await outcome('staff', 'staff', 'goods.change')).toBe(403)
    expect(await outcome('staff', 'staff', ['goods.change', 'goods.see'])).toBe(200)
    expect(await outcome('staff', 'staff', ['goods.change', 'good.see'])).toBe(403)
  })

  test('an API key is accepted only by routes that accept keys, whatever its permissions', async () => {
    expect(await outcome('staff', 'key', 'goods.see')).toBe(200)
    for (const audience of ['staff', 'partner', 'anyone'] as const)
      expect(await outcome(audience, 'key'), audience).toBe(403)
    await expect(guard({ method: 'GET', audience: 'anyone' }, 'key')).rejects.toThrow('error.not_for_keys')
    await expect(guard({ method: 'GET', audience: 'partner' }, 'key')).rejects.toThrow('error.not_for_keys')
  })

  test('a user of the office who only views as a partner’s user may read, and write nothing', async () => {
    const viewing = guardWith(
      async () => ({ ...someone(1), viewer: { name: 'Marko', ends_at: '2026-01-01T00:00:00.000Z' } }),
      acceptsApiKeys,
    )
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', more: object = {}) =>
      viewing({ method, audience: 'partner', ...more }, 'x').then(
        () => 200,
        (error: unknown) => (error instanceof HttpError ? error.code : error),
      )
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect(await call(method)).toBe('error.view_only')
    expect([await call('GET'), await call('POST', { whileViewing: true })]).toEqual([200, 200])
    await expect(viewing({ method: 'GET', audience: 'staff', permission: 'signed-in' }, 'x')).rejects.toThrow(
      'error.forbidden',
    )
  })

  test('looks the session up for every request', async () => {
    let lookups = 0
    const counting = guardWith(async () => {
      lookups += 1
      return someone(null)
    }, acceptsApiKeys)
    for (let i = 0; i < 3; i++)
      await counting({ method: 'GET', audience: 'staff', permission: 'signed-in' }, 'same')
    expect(lookups).toBe(3)
  })
})

test('reads a token from a single well-formed header only', () => {
  const token = 'a'.repeat(43)
  const good = `Bearer ${token}`
  expect(bearerToken(['Host', 'x', 'authorization', good])).toBe(token)
  expect(bearerToken(['authorization', `Bearer kontor_${token}`])).toBe(`kontor_${token}`)
  for (const headers of [
    [],
    ['Authorization', good, 'authorization', good],
    ['Authorization', `${good}, ${good}`],
    ['Authorization', `${good}=`],
    ['Authorization', 'Bearer'],
    ['Authorization', token],
    ['Authorization', `Bearer kontor_${token.slice(1)}`],
    ['Authorization', `Bearer kontor-${token}`],
    ['Cookie', good],
    ['X', 'Authorization', good, 'X'],
  ]) {
    expect(bearerToken(headers), headers.join()).toBe(null)
  }
})

test('a route under /api without a contract stops the start', () => {
  const app = Fastify()
  const registerRoute = createRegisterRoute({
    app,
    guard,
    db: undefined as never,
    uploads: undefined as never,
    minPasswordLength: 4,
  })
  expect(() => app.get('/api/forgotten', () => 'x')).toThrow('has no contract')
  const silent = { method: 'GET', path: '/api/silent', summary: '', response: z.string() } as unknown as Route
  expect(() => registerRoute(silent, () => undefined as never)).toThrow('has no contract')
  const open = { ...silent, audience: 'staff' } as unknown as Route
  expect(() => registerRoute(open, () => undefined as never)).toThrow('declares no permission')
})
