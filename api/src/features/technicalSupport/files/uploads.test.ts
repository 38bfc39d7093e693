import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { MAX_DOCUMENT_BYTES } from '@kontor/contract/lib/http/files'
import { type SupportNode, technicalSupport } from '@kontor/contract/technicalSupport'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { listen, startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { makePicture } from '../../../../test/make.ts'
import { makeBook } from '../../../../test/odd-files.ts'
import { type AddFile, streamArchive } from '../../../lib/backup/archive.ts'
import { openUploadSpool } from '../../../lib/storage/documents.ts'
import { openFileStore } from '../../../lib/storage/storage.ts'
import { filesInUse } from './queries.ts'

/** Simulates a disk that becomes full while a document is written. */
const disk = vi.hoisted(() => ({ isFull: false }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const open: typeof real.open = async (path, ...options) => {
    const handle = await real.open(path, ...options)
    if (!disk.isFull || !String(path).includes('arriving')) return handle
    handle.writeFile = async () => {
      await handle.write('half')
      const error = new Error('ENOSPC: no space left on device, write')
      throw Object.assign(error, { code: 'ENOSPC', syscall: 'write' })
    }
    return handle
  }
  return { ...real, open }
})

const { app, db, config, call, tokenOf, staff } = await startApp()
const { port } = await listen(app)
const folder = join(config.dataDir, 'files/technical_support')
const arriving = join(config.dataDir, 'files/arriving')
const HOUR = 3_600_000
/** Of a request without a byte. */
const TIMEOUT = 60_000

const listOf = (path: string) => {
  try {
    return readdirSync(path).sort()
  } catch {
    return []
  }
}
/** Everything that an upload may leave: rows, files, and incomplete uploads. */
const left = async () => ({
  rows: (await db.selectFrom('technical_support').select('id').execute()).length,
  files: listOf(folder),
  arriving: listOf(arriving),
})

const add = (upload: File, name = 'Fajl') =>
  call(technicalSupport.create, { form: { name, is_item: 'true' } as never, files: { file: upload } })

const begin = `--kontor\r\nContent-Disposition: form-data; name="name"\r\n\r\nVeliki\r\n--kontor\r\nContent-Disposition: form-data; name="is_item"\r\n\r\ntrue\r\n--kontor\r\nContent-Disposition: form-data; name="file"; filename="veliki.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`
const end = '\r\n--kontor--\r\n'

/** An upload in progress: `write` resolves when the bytes are sent, `answer` is the response, whenever it comes. */
function open(token: string | null, bytes?: number) {
  const headers: Record<string, string | number> = { 'content-type': 'multipart/form-data; boundary=kontor' }
  if (token) headers.authorization = `Bearer ${token}`
  if (bytes !== undefined) headers['content-length'] = begin.length + bytes + end.length
  const sending: ClientRequest = httpRequest({
    port,
    method: 'POST',
    path: '/api/technical_support',
    headers,
  })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sending.on('response', resolve).on('error', reject)
  })
  answer.catch(() => {})
  const write = (chunk: Buffer | string) =>
    new Promise<void>((resolve, reject) =>
      sending.write(chunk, (error) => (error ? reject(error) : resolve())),
    )
  return { sending, answer, write }
}

/** Sends a file of this size to its end and only then reads the response. */
async function send(bytes: number, token: string | null = staff) {
  const { sending, answer, write } = open(token, bytes)
  const block = Buffer.alloc(1024 * 1024, 'k')
  await write(begin)
  for (let at = 0; at < bytes; at += block.length)
    await write(block.subarray(0, Math.min(block.length, bytes - at)))
  sending.end(end)
  const response = await answer
  return {
    status: response.statusCode,
    body: JSON.parse(await text(response)) as SupportNode & { message: string },
  }
}

describe('a large file', () => {
  test('of exactly 50 MB is stored, one byte more gets 413 and leaves nothing', async () => {
    const before = await left()
    const more = await send(MAX_DOCUMENT_BYTES + 1)
    expect([more.status, more.body.message]).toEqual([413, 'error.too_large'])
    expect(await left()).toEqual(before)
    const { status, body } = await send(MAX_DOCUMENT_BYTES)
    expect([status, body.file?.file_size]).toEqual([200, MAX_DOCUMENT_BYTES])
    expect(await left()).toMatchObject({ rows: before.rows + 1, arriving: [] })
  })

  test('gets an error message while it is still being sent, by any caller', async () => {
    const before = await left()
    const stranger = await tokenOf({ role: 'user_financier' })
    const MB = 1024 * 1024
    for (const [token, status, message] of [
      [null, 401, 'validation.session'],
      [stranger, 403, 'error.forbidden_right'],
      [staff, 413, 'error.too_large'],
    ] as const) {
      const answer = await send(MAX_DOCUMENT_BYTES + 5 * MB, token)
      expect([answer.status, answer.body.message]).toEqual([status, message])
    }
    expect(await left()).toEqual(before)
  })

  test('without an end is cut off', async () => {
    const { write } = open(null, 500 * 1024 * 1024)
    const block = Buffer.alloc(1024 * 1024)
    await expect(
      (async () => {
        for (let sent = 0; sent < 200; sent++) await write(block)
      })(),
    ).rejects.toThrow()
  })
})

test('that is interrupted leaves nothing, and blocks nobody meanwhile', async () => {
  const before = await left()
  const uploads = Array.from({ length: 5 }, () => open(staff, 1_000_000))
  for (const { write } of uploads) {
    await write(begin)
    await write(Buffer.alloc(300_000))
  }
  await eventually(() => expect(listOf(arriving)).toHaveLength(5))
  expect((await add(new File(['a'], 'a.txt'))).status).toBe(200)
  for (const { sending } of uploads) sending.destroy()
  await eventually(async () => expect(await left()).toMatchObject({ rows: before.rows + 1, arriving: [] }))
})

test('on a full disk gets an error, and its space is freed', async () => {
  const before = await left()
  disk.isFull = true
  const { status, body } = await send(5_000_000)
  disk.isFull = false
  expect([status, body.message]).toEqual([507, 'error.disk_full'])
  expect(await left()).toEqual(before)
})

test('may arrive slowly, but not stall', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  /** Begins an upload; `arrived` resolves when the server has read everything so far. */
  async function begun() {
    const requested = once(app.server, 'request') as Promise<[IncomingMessage]>
    const upload = open(staff, 20)
    onTestFinished(() => void upload.sending.destroy())
    await upload.write(begin)
    const [{ socket }] = await requested
    const arrived = async () => {
      while (!socket.destroyed && socket.bytesRead !== upload.sending.socket?.bytesWritten) await turn()
    }
    await arrived()
    return { ...upload, arrived }
  }
  const slow = await begun()
  for (let sent = 1; sent <= 20; sent++) {
    await slow.write('k')
    await slow.arrived()
    vi.advanceTimersByTime(TIMEOUT / 2)
  }
  slow.sending.end(end)
  expect((await slow.answer).statusCode).toBe(200)
  const stalled = await begun()
  let status: number | undefined
  stalled.sending.once('response', ({ statusCode }) => {
    status = statusCode
  })
  await eventually(() => {
    vi.advanceTimersByTime(TIMEOUT)
    expect(status).toBe(408)
  })
  vi.useRealTimers()
  await eventually(() => expect(listOf(arriving)).toEqual([]))
})

describe('invalid uploads', () => {
  const part = (name: string, fileName: string, content = 'a') =>
    `--kontor\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n${content}\r\n`
  const field = (name: string, value: string) =>
    `--kontor\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  /** Some clients send a file without a name. */
  const nameless = (content: string, more = '') =>
    `--kontor\r\nContent-Disposition: form-data; name="file"${more}\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n`
  const form = field('name', 'Fajl') + field('is_item', 'true')
  const post = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/api/technical_support',
      payload: `${payload}--kontor--\r\n`,
      headers: { authorization: `Bearer ${staff}`, 'content-type': 'multipart/form-data; boundary=kontor' },
    })

  test.for([
    ['two files', form + part('file', 'a.txt') + part('file', 'b.txt'), [422]],
    ['a file in a field that takes none', form + part('slika', 'a.txt'), [422]],
    [
      'a file after a wrong field',
      field('name', 'a') + field('is_item', 'true') + part('file', 'a.txt'),
      [422],
    ],
    [
      'a file before a wrong field',
      part('file', 'a.txt') + field('name', 'a') + field('is_item', 'true'),
      [422],
    ],
    ['a file with a bad key beside', part('file', 'a.txt') + form + field('kljuc', 'x'), [422]],
    ['an empty file', form + part('file', 'a.txt', ''), [422]],
    ['nothing where a file belongs', form + part('file', '', ''), [422]],
    ['an empty part without a name', form + nameless(''), [422]],
    ['a part whose name has no value', form + nameless('', '; filename'), [422]],
    ['null where a file belongs', form + field('file', 'null'), [422]],
  ] as const)('%s leaves nothing', async ([, payload, statuses]) => {
    const before = await left()
    const { statusCode, body } = await post(payload)
    expect(statuses, body).toContain(statusCode)
    await eventually(async () => expect(await left()).toEqual(before))
  })

  test('but a file without a name gets a default name', async () => {
    for (const more of ['', '; filename', '; filename=""']) {
      const { statusCode, body } = await post(form + nameless('a', more))
      expect([statusCode, JSON.parse(body).file?.file_name], more).toEqual([200, 'file'])
    }
  })
})

describe('a name', () => {
  test.for([
    ['../../../etc/passwd', 'passwd'],
    ['C:\\Windows\\win.ini', 'win.ini'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['a\u0000b.pdf', 'ab.pdf'],
    ['.htaccess', '_htaccess'],
    ['..', 'file'],
    ['CON', '_CON'],
    ['com1.txt', '_com1.txt'],
    ['a<b>:c|d?.pdf', 'a_b__c_d_.pdf'],
    ['a.pdf. . ', 'a.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
    ['c\u030caj.pdf', 'čaj.pdf'],
    [`a${'\u0315'.repeat(40)}.pdf`, `a${'\u0315'.repeat(3)}.pdf`],
    ['\u200b', 'file'],
    ['"; filename=x.exe', '%22; filename=x.exe'],
    ['Ćirilica Žuta 日本 🛞.pdf', 'Ćirilica Žuta 日本 🛞.pdf'],
  ] as const)('%j is shown as %j', async ([name, shown]) => {
    const { body } = await add(new File(['a'], name))
    expect(body.file?.file_name).toBe(shown)
    expect(listOf(folder).filter((one) => !/^[\w-]{22}$/.test(one))).toEqual([])
  })
})

describe('a type', () => {
  const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const zip = Buffer.from('504b0304140000000000', 'hex')
  const writtenByWord = async (add: AddFile) => {
    await add(
      '[Content_Types].xml',
      Readable.from([`<Types><Override ContentType="${DOCX}.main+xml"/></Types>`]),
    )
    await add('word/document.xml', Readable.from(['<w:document/>'.repeat(10_000)]))
  }
  const files: [string, Buffer | (() => Promise<Buffer>), string][] = [
    ['a.png', async () => Buffer.from(await (await makePicture('png')).arrayBuffer()), 'image/png'],
    ['a.pdf', async () => Buffer.from(await (await makePicture('jpeg')).arrayBuffer()), 'image/jpeg'],
    ['a.jpg', Buffer.from('%PDF-1.7\n%âãÏÓ'), 'application/pdf'],
    ['a.txt', zip, 'application/zip'],
    ['a.xls', Buffer.from(makeBook([['a']])), 'application/x-cfb'],
    ['a.zip', () => buffer(streamArchive(writtenByWord)), DOCX],
    ['a.pdf', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain'],
    ['a.html', Buffer.from('Čekić'), 'text/plain'],
    ['a.html', Buffer.from([0x4d, 0xc4, 0xff, 0, 1]), 'application/octet-stream'],
    ['a.txt', Buffer.from('GIF89a\x01\x00\x01\x00'), 'image/gif'],
    ['a.txt', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), 'video/mp4'],
    ['a.txt', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'), 'image/webp'],
    ['bez', Buffer.from([0]), 'application/octet-stream'],
  ]
  test.for(files.map((one, at) => [at, ...one] as const))(
    'is detected by the bytes, %i: %s',
    async ([, name, content, type]) => {
      const bytes = typeof content === 'function' ? await content() : content
      const { body } = await add(new File([new Uint8Array(bytes)], name, { type: 'text/html' }))
      expect(body.file?.file_type).toBe(type)
    },
  )
})

describe('on the disk', () => {
  test('a file is readable by its owner only', async () => {
    await add(new File(['a'], 'a.txt'))
    const modes = listOf(folder).map((name) => statSync(join(folder, name)).mode & 0o777)
    expect(new Set(modes)).toEqual(new Set([0o600]))
  })

  test('unreferenced files are swept after an hour, never those of a node or a version', async () => {
    const store = openFileStore(config, 'technical_support')
    const { body: node } = await add(new File(['prvi'], 'a.txt'))
    const again = { name: 'Fajl', version: String(node.version) }
    await call(technicalSupport.update, {
      params: { id: String(node.id) },
      form: again as never,
      files: { file: new File(['drugi'], 'b.txt') },
    })
    const files = listOf(folder)
    const inbox = openUploadSpool(config).inbox()
    const orphan = await store.saveDocument(await inbox.receive(new Response('x').body as never, 'x', 10))
    for (const now of [0, HOUR]) await store.sweep((names) => filesInUse(db, names), now)
    expect(files).not.toContain(orphan)
    expect(listOf(folder)).toEqual(files)
  })

  test('interrupted uploads are swept, never those in progress', async () => {
    const arrivals = openUploadSpool(config)
    const upload = open(staff, 1_000_000)
    await upload.write(begin)
    await upload.write(Buffer.alloc(100_000))
    await eventually(() => expect(listOf(arriving)).toHaveLength(1))
    await arrivals.sweep()
    expect(listOf(arriving)).toHaveLength(1)
    await arrivals.sweep(Date.now() + 2 * HOUR)
    expect(listOf(arriving)).toEqual([])
    upload.sending.destroy()
  })
})
