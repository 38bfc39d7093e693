import { routesOf } from '@kontor/contract/lib/resources/routes'
import { resources } from '@kontor/contract/resources'
import { expect, test } from 'vitest'
import { inLockedList } from '../src/lib/imports/lock.ts'
import { startApp } from './app.ts'

const { db, call } = await startApp()

test.each([
  ['partners', 'categories'],
  ['partners', 'cities'],
  ['partners', 'countries'],
  ['partners', 'partner_types'],
  ['stores', 'cities'],
] as const)('while %s are imported, %s are not deactivated: 423', async (list, name) => {
  const { toggle } = routesOf(resources[name])
  const off = () => call(toggle, { params: { id: '1' }, body: { is_active: false } })
  await inLockedList(db, list, async () => expect((await off()).status).toBe(423))
  expect((await off()).status).not.toBe(423)
})
