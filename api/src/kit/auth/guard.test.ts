import type { Needs } from '@kontor/contract/kit/api/rights'
import type { Audience, Route } from '@kontor/contract/kit/api/route'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Refusal } from '../serve/refusal.ts'
import { server } from '../serve/serve.ts'
import { bearerToken, guardWith, type SignedIn } from './guard.ts'

const someone = (partner_id: number | null): SignedIn => ({
  id: 1,
  name: 'Ana',
  username: 'ana',
  role: 'user_admin',
  rights: new Set(['goods.see']),
  partner_id,
  session: Buffer.alloc(32),
})
const sessions = new Map([
  ['staff', someone(null)],
  ['partner', someone(1)],
  ['partner-0', someone(0)],
])
const guard = guardWith(async (token) => sessions.get(token))
const outcome = (audience: Audience, token: string | null, needs: Needs = 'signed-in') =>
  guard(audience === 'staff' ? { audience, needs } : { audience }, token).then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : error),
  )

describe('the guard', () => {
  test.for([
    ['public', 200, 200, 200, 200],
    ['staff', 401, 401, 403, 200],
    ['partner', 401, 401, 200, 403],
    ['anyone', 401, 401, 200, 200],
  ] as const)(
    'of %s answers nobody %i, a stranger %i, a partner %i and staff %i',
    async ([audience, ...wanted]) => {
      const tokens = [null, 'unknown', 'partner', 'staff']
      expect(await Promise.all(tokens.map((token) => outcome(audience, token)))).toEqual(wanted)
    },
  )

  test('whoever has a partner is no staff, whatever its number', async () => {
    expect(await outcome('staff', 'partner-0')).toBe(403)
  })

  test('whoever of the staff lacks every right that would do is refused', async () => {
    expect(await outcome('staff', 'staff', 'goods.see')).toBe(200)
    expect(await outcome('staff', 'staff', 'goods.change')).toBe(403)
    expect(await outcome('staff', 'staff', ['goods.change', 'goods.see'])).toBe(200)
    expect(await outcome('staff', 'staff', ['goods.change', 'good.see'])).toBe(403)
  })

  test('asks for the session on every call', async () => {
    let asked = 0
    const counting = guardWith(async () => {
      asked += 1
      return someone(null)
    })
    for (let i = 0; i < 3; i++) await counting({ audience: 'staff', needs: 'signed-in' }, 'same')
    expect(asked).toBe(3)
  })
})

test('a token is read from one well-formed header alone', () => {
  const token = 'a'.repeat(43)
  const good = `Bearer ${token}`
  expect(bearerToken(['Host', 'x', 'authorization', good])).toBe(token)
  for (const headers of [
    [],
    ['Authorization', good, 'authorization', good],
    ['Authorization', `${good}, ${good}`],
    ['Authorization', `${good}=`],
    ['Authorization', 'Bearer'],
    ['Authorization', token],
    ['Cookie', good],
    ['X', 'Authorization', good, 'X'],
  ]) {
    expect(bearerToken(headers), headers.join()).toBe(null)
  }
})

test('a route under /api that says nothing about who may call it stops the start', () => {
  const app = Fastify()
  const serve = server(app, guard, undefined as never)
  expect(() => app.get('/api/forgotten', () => 'x')).toThrow('has no contract')
  const silent = { method: 'GET', path: '/api/silent', summary: '', reply: z.string() } as unknown as Route
  expect(() => serve(silent, () => undefined as never)).toThrow('has no contract')
  const open = { ...silent, audience: 'staff' } as unknown as Route
  expect(() => serve(open, () => undefined as never)).toThrow('which right it needs')
})
