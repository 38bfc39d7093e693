import { randomUUID } from 'node:crypto'
import { appCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { history } from '@kontor/contract/history'
import { appMessages } from '@kontor/contract/messages/portal'
import { partners } from '@kontor/contract/partners'
import { appSliders } from '@kontor/contract/sliders/portal'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makeCategory, makeCity, makePartner } from '../../../test/make.ts'
import { makeBook } from '../../../test/odd-files.ts'
import { giveListBack, importAlone, takeList } from '../../kit/imports/lock.ts'

const { db, call, signIn, another, partner } = await startApp()
await makeCity(db, { name: 'Bar' })
await makeCategory(db, { name: 'Gume' })
await makePartner(db, { id: 101, name: 'Stari' })

const params = (id: number) => ({ params: { id: String(id) } })
const ask = () => ({
  body: { type: 1 as const, message_content: 'Gdje je roba?' },
  idempotencyKey: randomUUID(),
})

test('an undoing that was cut keeps partners who have written since, inactive, and the start succeeds', async () => {
  const rows = [
    ['Šifra', 'Naziv', 'Kategorije', 'Grad'],
    [101, 'Preimenovan', 'Gume', 'Bar'],
    [201, 'Piše', 'Gume', 'Bar'],
    [202, 'Ne piše', 'Gume', 'Bar'],
  ]
  const file = new File([new Uint8Array(makeBook(rows, 'xlsx'))], 'partneri.xlsx')
  const form = { is_update_financial: 'false' } as const
  const { body } = await call(partners.import, { form, files: { file } })
  const token = await signIn('201', body.passwords.find(({ id }) => id === 201)?.password)
  await db.updateTable('imports').set({ under_way: 'undo' }).execute()
  expect((await call(appCustomerSupport.create, ask(), token)).status).toBe(200)

  const lines: string[] = []
  const app = await another({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  await app.ready()
  expect(lines.join()).toContain('1 partners of an import that was taken back are in use')
  expect((await call(partners.one, params(101))).body.name).toBe('Stari')
  expect((await call(partners.one, params(201))).body).toMatchObject({ name: 'Piše', is_active: false })
  expect((await call(partners.one, params(202))).status).toBe(404)
  expect((await call(appCustomerSupport.index, {}, token)).status).toBe(401)
  const { result } = (await call(history.ofRecord, { params: { table: 'partners', id: '201' }, query: {} }))
    .body
  expect(result[0]).toMatchObject({ action: 'update', values: [{ column: 'is_active', after: false }] })
  const { running, last } = (await call(partners.importStatus, {})).body
  expect([running, last?.undone_at]).toEqual([null, expect.any(String)])
  expect((await call(partners.toggle, { ...params(201), body: { is_active: true } })).status).toBe(200)
})

test('while an undoing goes on in steps partners are asked to wait with what would hold them, during an import not', async () => {
  const work = () =>
    Promise.all([
      call(appCustomerSupport.create, ask(), partner),
      call(appSliders.order, { ...params(1), body: { quantity: 1 }, idempotencyKey: randomUUID() }, partner),
      call(appSliders.checkIn, { ...params(1), body: { dates: [] } }, partner),
      call(appMessages.open, { body: { slider_id: 1 } }, partner),
    ])
  takeList('partners')
  const undo = await importAlone('partners', { action: 'undo', user: 'Ana' }, work)
  const applied = await importAlone('partners', { action: 'import', user: 'Ana' }, work)
  giveListBack('partners')
  expect(undo.map(({ status }) => status)).toEqual([423, 423, 423, 423])
  expect(applied.map(({ status }) => status)).toEqual([200, 404, 404, 404])
})
