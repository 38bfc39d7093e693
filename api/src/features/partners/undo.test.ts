import { randomUUID } from 'node:crypto'
import { portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { history } from '@kontor/contract/history'
import { partners } from '@kontor/contract/partners'
import { portalSession } from '@kontor/contract/session/portal'
import { expect, test } from 'vitest'
import { at, startApp } from '../../../test/app.ts'
import { makeCategory, makeCity, makePartner } from '../../../test/make.ts'
import { sheetFile } from '../../../test/odd-files.ts'

const { db, call, signIn } = await startApp()
await makeCity(db, { name: 'Bar' })
await makeCategory(db, { name: 'Gume' })
await makePartner(db, { id: 101, name: 'Stari' })

const ask = () => ({
  body: { type: 1 as const, message_content: 'Gdje je roba?' },
  idempotencyKey: randomUUID(),
})

test('an undo that skips changed records keeps partners who have signed in or written since, inactive and signed out', async () => {
  const rows = [
    ['Šifra', 'Naziv', 'Kategorije', 'Grad'],
    [101, 'Preimenovan', 'Gume', 'Bar'],
    [201, 'Piše', 'Gume', 'Bar'],
    [202, 'Ne piše', 'Gume', 'Bar'],
    [203, 'Samo gleda', 'Gume', 'Bar'],
  ]
  const file = sheetFile(rows, 'partneri.xlsx')
  const form = { is_update_financial: 'false' } as const
  const { body } = await call(partners.import, { form, files: { file } })
  const passwordOf = (partner: number) => body.passwords.find(({ id }) => id === partner)?.password
  const token = await signIn('201', passwordOf(201))
  const login = { username: '203', password: passwordOf(203) ?? '' }
  expect((await call(portalSession.login, { body: login })).status).toBe(200)
  expect((await call(portalCustomerSupport.create, ask(), token)).status).toBe(200)

  const id = (await call(partners.importStatus, {})).body.last?.id ?? 0
  const refused = await call(partners.undoImport, { body: { id } })
  const used = [201, 203].map((id) => ({ id, is_used: true }))
  expect([refused.status, refused.body.changed?.rows]).toMatchObject([409, used])
  const undone = await call(partners.undoImport, { body: { id, leave_changed: true } })
  expect([undone.status, undone.body]).toEqual([200, { created: 1, updated: 1, kept: 2, changed: 0 }])
  expect((await call(partners.one, at(101))).body.name).toBe('Stari')
  expect((await call(partners.one, at(201))).body).toMatchObject({ name: 'Piše', is_active: false })
  expect((await call(partners.one, at(202))).status).toBe(404)
  expect((await call(partners.one, at(203))).body).toMatchObject({ is_active: false })
  expect((await call(portalCustomerSupport.index, {}, token)).status).toBe(401)
  const { result } = (await call(history.ofRecord, { params: { table: 'partners', id: '201' }, query: {} }))
    .body
  expect(result[0]).toMatchObject({ action: 'update', values: [{ column: 'is_active', after: false }] })
  const { running, last } = (await call(partners.importStatus, {})).body
  expect([running, last?.undone_at]).toEqual([null, expect.any(String)])
  expect((await call(partners.toggle, { ...at(201), body: { is_active: true } })).status).toBe(200)
})
