import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_IMAGE_BYTES } from '@kontor/contract/lib/http/files'
import { messages } from '@kontor/contract/messages'
import { MAX_FILES_PER_HOUR, portalMessages } from '@kontor/contract/messages/portal'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { chatting } from '../../../test/chats.ts'
import { makePicture } from '../../../test/make.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { filesInUse } from './queries.ts'

const { db, config, call, makeCustomer, staff } = await startApp()
const { makeTraining, makeChat, answers, listed } = chatting({ db, call, makeCustomer })
const HOUR = 3_600_000

const stored = () => readdir(join(config.dataDir, 'files/messages')).catch((): string[] => [])
const pdf = (text = 'račun', name = 'Račun 12.pdf') => new File([`%PDF-1.7\n${text}`], name)

const officeSends = (thread: number, file: File, message?: string, idempotencyKey: string = randomUUID()) =>
  call(messages.sendFile, {
    form: { message_thread_id: String(thread), ...(message !== undefined && { message }) },
    files: { file },
    idempotencyKey,
  })
const partnerSends = (token: string, thread: number, file: File, idempotencyKey: string = randomUUID()) =>
  call(
    portalMessages.sendFile,
    { form: { message_thread_id: String(thread) }, files: { file }, idempotencyKey },
    token,
  )
const officeReads = (id: number, query: { preview?: '1' } = {}, as = staff) =>
  call(messages.file, { params: { id: String(id) }, query }, as)
const partnerReads = (token: string, id: number, query: { preview?: '1' } = {}) =>
  call(portalMessages.file, { params: { id: String(id) }, query }, token)

describe('a file of a chat', () => {
  test('is rejected when it is named as a picture but is none, empty or too large, and nothing is stored', async () => {
    const { thread, token } = await makeChat()
    const before = await stored()
    const jpg = await (await makePicture()).bytes()
    const wrong = [
      new File(['<html></html>'], 'slika.png'),
      new File([jpg.subarray(0, 200)], 'slika.jpg'),
      new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'slika.webp'),
    ]
    for (const file of wrong)
      for (const { status, body } of [
        await officeSends(thread, file),
        await partnerSends(token, thread, file),
      ])
        expect([status, body.errors]).toEqual([422, { file: ['validation.image'] }])
    const empty = await officeSends(thread, new File([], 'prazno.pdf'))
    expect([empty.status, empty.body.errors]).toEqual([422, { file: ['validation.file'] }])
    const padded = new Uint8Array(MAX_IMAGE_BYTES + 1)
    padded.set(jpg)
    expect((await officeSends(thread, new File([padded], 'velika.jpg'))).status).toBe(413)
    expect((await officeSends(2_000_000_000, pdf())).status).toBe(404)
    expect(await listed(thread)).toEqual([])
    expect(await stored()).toEqual(before)
  })

  test('is given to nobody who cannot read the conversation', async () => {
    const { thread, token, slider } = await makeChat()
    const stranger = await makeChat()
    const { id } = (await officeSends(thread, await makePicture())).body
    for (const query of [{}, { preview: '1' }] as const) {
      expect((await partnerReads(stranger.token, id, query)).status).toBe(404)
      expect((await partnerReads(staff, id, query)).status).toBe(403)
      expect((await officeReads(id, query, token)).status).toBe(403)
      expect((await partnerReads(token, id, query)).status).toBe(200)
    }
    expect((await call(portalMessages.file, { params: { id: String(id) }, query: {} }, null)).status).toBe(
      401,
    )
    const text = (await answers(thread, 'Bez fajla')).body.id
    expect([(await officeReads(text)).status, (await partnerReads(token, text)).status]).toEqual([404, 404])
    expect((await officeReads(2_000_000_000)).status).toBe(404)
    await db.updateTable('sliders').set({ is_visible: false }).where('id', '=', slider.id).execute()
    expect((await partnerReads(token, id)).status).toBe(404)
    expect((await partnerSends(token, thread, pdf())).status).toBe(404)
  })

  test('may be sent by a partner only so many times in an hour', async () => {
    const { thread, token, user } = await makeChat()
    const row = {
      message_thread_id: thread,
      message: 'a',
      from_office: false,
      user_admin_id: null,
      file: 'a',
      file_name: 'a',
      file_type: 'a',
      file_size: 1,
    }
    const at = (n: number) => new Date(Date.now() - n * 1000).toISOString()
    const key = randomUUID()
    const first = await partnerSends(token, thread, pdf(), key)
    const rows = Array.from({ length: MAX_FILES_PER_HOUR - 2 }, (_, n) => ({
      ...row,
      created_at: at(n + 60),
    }))
    await db.insertInto('messages').values(rows).execute()
    const both = await Promise.all([1, 2].map(() => partnerSends(token, thread, pdf())))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429])
    // Beyond the limit a file is not even looked at; a repeated call is answered as before.
    const wrong = new File(['<html></html>'], 'slika.png')
    expect((await partnerSends(token, thread, wrong)).status).toBe(429)
    expect((await partnerSends(token, thread, pdf(), key)).body).toEqual(first.body)
    expect((await officeSends(thread, pdf())).status).toBe(200)
    expect(user.partner_id).not.toBeNull()
  })

  test('is stored once when the call is repeated', async () => {
    const { thread, token } = await makeChat()
    const before = await stored()
    const key = randomUUID()
    const first = await partnerSends(token, thread, pdf(), key)
    const second = await partnerSends(token, thread, pdf(), key)
    expect([first.status, second.body]).toEqual([200, first.body])
    expect((await partnerSends(token, thread, pdf('drugi'), key)).body.message).toBe('error.key_reused')
    expect(await listed(thread)).toHaveLength(1)
    expect((await stored()).length - before.length).toBe(1)
  })
})

describe('both sides', () => {
  test('send a file, whose name is the text of a message without one', async () => {
    const { thread, token } = await makeChat()
    const sent = await partnerSends(token, thread, pdf())
    const file = { name: 'Račun 12.pdf', type: 'application/pdf', size: 15, has_preview: false }
    expect(sent.body).toMatchObject({ message: file.name, file, is_admin_response: false })
    const answered = await officeSends(thread, pdf(), ' Evo računa ')
    expect(answered.body).toMatchObject({ message: 'Evo računa', file, is_admin_response: true })
    expect((await answers(thread, 'Hvala')).body.file).toBeNull()
    expect((await listed(thread)).map((one) => one.file?.name ?? null)).toEqual([file.name, file.name, null])
    const own = await call(portalMessages.threads, {}, token)
    expect(own.body[0]).toMatchObject({ unread: 2, last_message: { message: 'Hvala' } })
    const read = await officeReads(sent.body.id)
    expect(read.bytes.toString()).toBe('%PDF-1.7\nračun')
    expect(read.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await officeReads(sent.body.id, { preview: '1' })).status).toBe(404)
  })

  test('send pictures, which are redrawn without metadata and have a thumbnail', async () => {
    const { thread, token } = await makeChat()
    const photo = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#1b5fb1' } })
      .withExif({ IFD0: { Copyright: 'tajna' } })
      .jpeg()
      .toBuffer()
    const webp = async (alpha: number) =>
      sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 1, g: 2, b: 3, alpha } } })
        .webp()
        .toBuffer()
    const opaque = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#123' } })
      .webp()
      .toBuffer()
    const cases = [
      [new File([new Uint8Array(photo)], 'IMG_1.JPEG'), 'IMG_1.jpg', 'image/jpeg'],
      [new File([new Uint8Array(photo)], 'bez nastavka'), 'bez nastavka.jpg', 'image/jpeg'],
      [await makePicture('png'), 'slika.png', 'image/png'],
      [new File([new Uint8Array(await webp(0.5))], 'a.webp'), 'a.png', 'image/png'],
      [new File([new Uint8Array(opaque)], 'b.webp'), 'b.jpg', 'image/jpeg'],
    ] as const
    for (const [file, name, type] of cases) {
      const { status, body } = await partnerSends(token, thread, file)
      expect([status, body.file]).toEqual([200, { name, type, size: expect.any(Number), has_preview: true }])
      const whole = await officeReads(body.id)
      const small = await partnerReads(token, body.id, { preview: '1' })
      expect([whole.headers['content-type'], small.headers['content-type']]).toEqual([type, 'image/jpeg'])
      expect(whole.bytes.length).toBe(body.file?.size)
      expect(whole.bytes.includes('tajna')).toBe(false)
      const { width } = await sharp(small.bytes).metadata()
      expect(width).toBeLessThanOrEqual(640)
    }
  })

  test('keep their files, and what no message has is swept', async () => {
    const { thread } = await makeChat(await makeTraining())
    await officeSends(thread, await makePicture())
    await officeSends(thread, pdf())
    const kept = await stored()
    const files = openFileStore(config, 'messages')
    const orphan = await files.save(Buffer.from('x'), 'png')
    const now = Date.now()
    for (const at of [now - HOUR, now]) await files.sweep((names) => filesInUse(db, names), at)
    expect((await stored()).sort()).toEqual(kept.sort())
    expect(kept).not.toContain(orphan)
  })
})
