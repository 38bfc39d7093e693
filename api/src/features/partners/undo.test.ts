import { randomUUID } from 'node:crypto'
import { portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { history } from '@kontor/contract/history'
import { partners } from '@kontor/contract/partners'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeCategory, makeCity, makePartner } from '../../../test/make.ts'
import { sheetFile } from '../../../test/odd-files.ts'

const { db, call, signIn } = await startApp()
await makeCity(db, { name: 'Bar' })
await makeCategory(db, { name: 'Gume' })
await makePartner(db, { id: 101, name: 'Stari' })

const params = (id: number) => ({ params: { id: String(id) } })
const ask = () => ({
  body: { type: 1 as const, message_content: 'Gdje je roba?' },
  idempotencyKey: randomUUID(),
})

test('an undo that skips changed records keeps partners who have written since, inactive and signed out', async () => {
  const rows = [
    ['Šifra', 'Naziv', 'Kategorije', 'Grad'],
    [101, 'Preimenovan', 'Gume', 'Bar'],
    [201, 'Piše', 'Gume', 'Bar'],
    [202, 'Ne piše', 'Gume', 'Bar'],
  ]
  const file = sheetFile(rows, 'partneri.xlsx')
  const form = { is_update_financial: 'false' } as const
  const { body } = await call(partners.import, { form, files: { file } })
  const token = await signIn('201', body.passwords.find(({ id }) => id === 201)?.password)
  expect((await call(portalCustomerSupport.create, ask(), token)).status).toBe(200)

  const id = (await call(partners.importStatus, {})).body.last?.id ?? 0
  const refused = await call(partners.undoImport, { body: { id } })
  expect([refused.status, refused.body.changed?.rows]).toMatchObject([409, [{ id: 201, is_used: true }]])
  const undone = await call(partners.undoImport, { body: { id, leave_changed: true } })
  expect([undone.status, undone.body]).toEqual([200, { created: 1, updated: 1, kept: 1, changed: 0 }])
  expect((await call(partners.one, params(101))).body.name).toBe('Stari')
  expect((await call(partners.one, params(201))).body).toMatchObject({ name: 'Piše', is_active: false })
  expect((await call(partners.one, params(202))).status).toBe(404)
  expect((await call(portalCustomerSupport.index, {}, token)).status).toBe(401)
  const { result } = (await call(history.ofRecord, { params: { table: 'partners', id: '201' }, query: {} }))
    .body
  expect(result[0]).toMatchObject({ action: 'update', values: [{ column: 'is_active', after: false }] })
  const { running, last } = (await call(partners.importStatus, {})).body
  expect([running, last?.undone_at]).toEqual([null, expect.any(String)])
  expect((await call(partners.toggle, { ...params(201), body: { is_active: true } })).status).toBe(200)
})
