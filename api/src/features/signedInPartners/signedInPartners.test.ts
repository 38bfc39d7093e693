import { session } from '@kontor/contract/session'
import { portalSession } from '@kontor/contract/session/portal'
import { signedInPartners } from '@kontor/contract/signedInPartners'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makePartner, makeUser, PASSWORD } from '../../../test/make.ts'
import { readRows } from '../../../test/sheets.ts'

const { db, call, staffUser } = await startApp()
const partner = await makePartner(db, { name: 'Vulkanizer Šćepanović' })
const user = await makeUser(db, { partner_id: partner.id, name: 'Marko' })
const second = await makeUser(db, { partner: true, name: 'Jelena' })

const signIn = (username: string, password = PASSWORD) =>
  call(portalSession.login, { body: { username, password } }, null)
const list = async (filters = {}) => (await call(signedInPartners.index, { body: { filters } })).body

test("omits failed sign-ins, staff, and users of the office's app", async () => {
  await signIn(user.username, 'pogrešna')
  await signIn(staffUser.username)
  await call(session.login, { body: { username: user.username, password: PASSWORD } }, null)
  expect(await list()).toEqual({ result: [], total_rows: 0 })
})

test('stores the first and the last sign-in, sorted by the first, latest first', async () => {
  await signIn(user.username)
  const before = (await list()).result[0]
  await signIn(user.username)
  await signIn(second.username)
  const { result, total_rows } = await list()
  expect([total_rows, result.map((row) => row.user)]).toEqual([2, ['Jelena', 'Marko']])
  expect(result[1]).toMatchObject({ code: partner.id, partner: partner.name })
  expect(result[1]?.registered_at).toBe(before?.registered_at)
  expect(Date.parse(result[1]?.last_sign_in_at ?? '')).toBeGreaterThan(
    Date.parse(before?.last_sign_in_at ?? ''),
  )
})

test('is filtered by code, name and day, and exported as prijavljeni_partneri.xlsx', async () => {
  expect((await list({ code: String(partner.id) })).total_rows).toBe(1)
  expect((await list({ partner: 'scepan', registered_at: '>2020' })).total_rows).toBe(1)
  const body = { filters: { partner: 'scepan' }, options: { sortBy: 'code' as const } }
  const file = await call(signedInPartners.excel, { body })
  expect(file.headers['content-disposition']).toContain('filename="prijavljeni_partneri.xlsx"')
  const rows = (await readRows(file.bytes)).map((cells) => cells.slice(0, 3))
  expect(rows).toMatchObject([
    ['Šifra', 'Partner', 'Korisnik'],
    [partner.id, partner.name, 'Marko'],
  ])
})
