import { products } from '@kontor/contract/products'
import { apiKeys } from '@kontor/contract/users/keys'
import { signIns } from '@kontor/contract/users/signIns'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { writeLastUse } from '../open/queries.ts'

const { db, call } = await startApp()

test('the last use of a key is accurate to some minutes, also after it was revoked', async () => {
  const { body: key } = await call(apiKeys.create, { body: { name: 'ERP', role: 'user_engineer' } })
  const used = async () => (await call(apiKeys.index, { body: {} })).body.result[0]?.last_used_at
  expect(await used()).toBe(null)
  const use = () => call(products.index, { body: {} }, key.token)
  await use()
  await writeLastUse(db)
  const first = await used()
  expect(Date.parse(first ?? '')).toBeGreaterThanOrEqual(Date.parse(key.created_at))
  await use()
  await writeLastUse(db)
  await call(apiKeys.revoke, { params: { id: String(key.id) } })
  expect(await used()).toBe(first)
  // A request with a revoked key does not count as a use.
  const long = '2026-01-01T00:00:00.000Z'
  await db.updateTable('api_key_tokens').set({ last_used_at: long }).execute()
  expect((await use()).status).toBe(401)
  await writeLastUse(db)
  expect(Date.parse((await used()) ?? '')).toBe(Date.parse(long))
})

test('a rejected key is logged as a sign-in, by its name if known, and at most once a minute', async () => {
  const { body: key } = await call(apiKeys.create, { body: { name: 'Stari ERP', role: 'user_engineer' } })
  await call(apiKeys.revoke, { params: { id: String(key.id) } })
  const stranger = `kontor_${'b'.repeat(43)}`
  for (const token of [key.token, key.token, stranger, 'c'.repeat(43), key.token, stranger])
    expect((await call(products.index, { body: {} }, token)).status).toBe(401)
  const noted = async () =>
    (await call(signIns.index, { body: { filters: { factor: 'api_key' } } })).body.result
      .filter(({ user }) => user?.name !== 'ERP (API)')
      .map(({ user, username, outcome }) => [outcome, user?.id, username])
  await eventually(async () =>
    expect((await noted()).sort()).toEqual([
      ['inactive', key.id, 'Stari ERP (API)'],
      ['unknown', undefined, null],
    ]),
  )
  expect(JSON.stringify(await db.selectFrom('sign_ins').selectAll().execute())).not.toContain(stranger)
})
