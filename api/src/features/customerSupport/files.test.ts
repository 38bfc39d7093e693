import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { MAX_SUPPORT_PER_HOUR, portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { describe, expect, test } from 'vitest'
import { at, startApp } from '../../../test/app.ts'
import { makePicture } from '../../../test/make.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { filesInUse } from './thread/queries.ts'

const { db, config, call, tokenOf, staff } = await startApp()
const HOUR = 3_600_000
const pdf = (name = 'Faktura.pdf') => new File(['%PDF-1.7\n1'], name)
const stored = () => readdir(join(config.dataDir, 'files/customer_support')).catch((): string[] => [])

const makeWriter = () => tokenOf({ partner: true })
const writes = (token: string, file: File, idempotencyKey: string = randomUUID()) =>
  call(
    portalCustomerSupport.createWithFile,
    { form: { type: '3', message_content: 'Guma je oštećena' }, files: { file }, idempotencyKey },
    token,
  )
const writesOn = (token: string, id: number, file: File, message = '') =>
  call(
    portalCustomerSupport.replyFile,
    { ...at(id), form: { message }, files: { file }, idempotencyKey: randomUUID() },
    token,
  )
const officeSends = (
  id: number,
  file: File,
  form: { message?: string; resolve?: 'true'; seen?: string } = {},
) => call(supportInbox.replyFile, { ...at(id), form, files: { file }, idempotencyKey: randomUUID() })
const thread = async (id: number) =>
  (await call(supportInbox.messages, { ...at(id), body: {} })).body.messages
const officeReads = (id: number, as = staff) => call(supportInbox.file, { ...at(id), query: {} }, as)
const partnerReads = (token: string, id: number) =>
  call(portalCustomerSupport.file, { ...at(id), query: {} }, token)

describe('a file of customer support', () => {
  test('is rejected when it is named as a picture but is none, and no message is made', async () => {
    const token = await makeWriter()
    const before = await stored()
    const { status, body } = await writes(token, new File(['<html></html>'], 'slika.png'))
    expect([status, body.errors]).toEqual([422, { file: ['validation.image'] }])
    expect((await call(portalCustomerSupport.index, {}, token)).body).toEqual([])
    expect(await stored()).toEqual(before)
  })

  test('is given to nobody who cannot read the conversation', async () => {
    const token = await makeWriter()
    const stranger = await makeWriter()
    const { id } = (await writes(token, await makePicture())).body
    const [{ id: message } = { id: 0 }] = await thread(id)
    expect((await partnerReads(stranger, message)).status).toBe(404)
    expect((await writesOn(stranger, id, pdf())).status).toBe(404)
    expect([(await officeReads(message, token)).status, (await partnerReads(staff, message)).status]).toEqual(
      [403, 403],
    )
    expect([(await officeReads(message)).status, (await partnerReads(token, message)).status]).toEqual([
      200, 200,
    ])
  })

  test('counts as a message of the hour', async () => {
    const token = await makeWriter()
    const key = randomUUID()
    const written = await writes(token, pdf(), key)
    const { id } = written.body
    for (let n = 1; n < MAX_SUPPORT_PER_HOUR; n++) expect((await writesOn(token, id, pdf())).status).toBe(200)
    const before = await stored()
    expect((await writesOn(token, id, pdf())).status).toBe(429)
    expect((await writes(token, pdf())).status).toBe(429)
    // Beyond the limit a file is not even looked at; a repeated call is answered as before.
    const wrong = new File(['<html></html>'], 'slika.png')
    expect([(await writes(token, wrong)).status, (await writesOn(token, id, wrong)).status]).toEqual([
      429, 429,
    ])
    expect((await writes(token, pdf(), key)).body).toEqual(written.body)
    expect(await stored()).toEqual(before)
  })
})

describe('both sides', () => {
  test('send files; the first message may have one, which is stored once', async () => {
    const token = await makeWriter()
    const key = randomUUID()
    const written = await writes(token, await makePicture(), key)
    expect((await writes(token, await makePicture(), key)).body).toEqual(written.body)
    const { id } = written.body
    expect(await thread(id)).toMatchObject([
      { message: 'Guma je oštećena', file: { name: 'slika.jpg', has_preview: true } },
    ])
    expect(await stored()).toHaveLength((await filesInUse(db, await stored())).size)
    const seen = (await thread(id)).at(-1)?.updated_at
    const answer = await officeSends(id, pdf(), { resolve: 'true', ...(seen && { seen }) })
    expect(answer.body).toMatchObject({ message: 'Faktura.pdf', is_admin_response: true })
    expect((await call(portalCustomerSupport.one, at(id), token)).body).toMatchObject({
      is_resolved: true,
      unread: 1,
    })
    expect((await writesOn(token, id, pdf('Druga.pdf'), 'Još ova')).body).toMatchObject({
      message: 'Još ova',
      file: { name: 'Druga.pdf', type: 'application/pdf' },
    })
    const late = await officeSends(id, pdf(), { resolve: 'true', ...(seen && { seen }) })
    expect([late.status, late.body.current]).toEqual([
      409,
      [expect.objectContaining({ message: 'Još ova', file: expect.objectContaining({ name: 'Druga.pdf' }) })],
    ])
    const found = await call(supportInbox.list, { body: { search: 'druga.pdf' } })
    expect(found.body.result.map((one) => one.id)).toEqual([id])
  })

  test('keep their files, and what no message has is swept', async () => {
    const token = await makeWriter()
    await writes(token, await makePicture())
    const kept = await stored()
    const files = openFileStore(config, 'customer_support')
    await files.save(Buffer.from('x'), 'png')
    const now = Date.now()
    for (const moment of [now - HOUR, now]) await files.sweep((names) => filesInUse(db, names), moment)
    expect((await stored()).sort()).toEqual(kept.sort())
  })
})
