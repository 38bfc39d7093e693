import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type SupportNode, technicalSupport } from '@kontor/contract/technicalSupport'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { idOf, listen, startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { openFilesIn } from '../../../../test/open-files.ts'
import { openArchive } from '../../../lib/backup/archive.ts'
import { openFileStore, openStorageDriver } from '../../../lib/storage/storage.ts'
import { filesInUse, pruneVersions } from './queries.ts'

const { app, db, config, call, inject, staff, staffUser, partner } = await startApp()
const { port } = await listen(app)
const store = openFileStore(config, 'technical_support')
const driver = openStorageDriver(config, 'technical_support')
const HOUR = 3_600_000

const content = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251))
const fileOf = (bytes: Buffer | string, name = 'šema "A".bin') =>
  new File([new Uint8Array(Buffer.from(bytes))], name)
const add = async (form: object, upload?: File) =>
  (
    await call(technicalSupport.create, {
      form: { name: 'Čvor', is_item: upload || 'link' in form ? 'true' : 'false', ...form } as never,
      files: { file: upload },
    })
  ).body
const addFile = (bytes: Buffer | string = content, name?: string) =>
  add({ name: 'Fajl' }, fileOf(bytes, name))
const replace = (node: { id: number }, bytes: Buffer | string, name?: string) =>
  call(technicalSupport.update, {
    params: idOf(node),
    form: { name: 'Fajl' } as never,
    files: { file: fileOf(bytes, name) },
  })
const get = (node: { id: number }, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  inject({
    method,
    url: `/api/technical_support/file/${node.id}`,
    headers: { authorization: `Bearer ${staff}`, ...headers },
  })
const details = async (node: { id: number }) =>
  (await call(technicalSupport.one, { params: idOf(node) })).body

describe('a download', () => {
  test('is not available to partners and strangers, and 404 for a node without a file', async () => {
    const folder = await add({})
    const link = await add({ link: 'https://primjer.me' })
    const uploaded = await addFile()
    const gone = await addFile()
    await call(technicalSupport.remove, { params: idOf(gone), body: null })
    for (const node of [folder, link, gone, { id: 2_000_000_000 }]) expect((await get(node)).status).toBe(404)
    expect((await get(uploaded, { authorization: '' })).status).toBe(401)
    expect((await get(uploaded, { authorization: `Bearer ${partner}` })).status).toBe(403)
  })

  test('of a file that was removed from the disk is a 404', async () => {
    const uploaded = await addFile()
    const { file } = await db
      .selectFrom('technical_support')
      .select('file')
      .where('id', '=', uploaded.id)
      .executeTakeFirstOrThrow()
    await store.remove(file ?? '')
    const { status, body, headers } = await get(uploaded)
    expect([status, body.message, headers.etag]).toEqual([404, 'error.not_found', undefined])
  })

  test('has its own name, is never executed, and is revalidated by caches', async () => {
    const html = await addFile('<script>alert(1)</script>', 'Šifrarnik.html')
    const { status, headers, bytes } = await get(html, { 'accept-encoding': 'gzip, deflate' })
    expect([status, bytes.toString()]).toEqual([200, '<script>alert(1)</script>'])
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '25',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="Sifrarnik.html"; filename*=UTF-8''%C5%A0ifrarnik.html`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
  })

  test('is answered 304 while the file is unchanged', async () => {
    const uploaded = await addFile()
    const { headers } = await get(uploaded)
    const same = await get(uploaded, { 'if-none-match': `"x", W/${headers.etag}` })
    expect([same.status, same.bytes.length, same.headers.etag]).toEqual([304, 0, headers.etag])
    expect((await get(uploaded, { 'if-none-match': '*' })).status).toBe(304)
    await replace(uploaded, 'novo')
    expect((await get(uploaded, { 'if-none-match': String(headers.etag) })).bytes.toString()).toBe('novo')
  })

  test('by HEAD has the same headers without a body', async () => {
    const uploaded = await addFile()
    const head = await get(uploaded, { range: 'bytes=5-9' }, 'HEAD')
    const whole = await get(uploaded)
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges'])
      expect(head.headers[name], name).toBe(whole.headers[name])
  })
})

describe('a range of a file', () => {
  test.for([
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 999],
    ['bytes=5-9', 5, 9],
    ['bytes=999-', 999, 999],
    ['bytes=990-100000000000000000000', 990, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
    ['Bytes= 7-8 ', 7, 8],
  ] as const)('%s is answered with that range', async ([range, start, end], { skip }) => {
    skip(config.s3 !== undefined && end === 0, 'the storage of the tests sends all of it')
    const { status, headers, bytes } = await get(await addFile(), { range })
    expect([status, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/1000`])
    expect(headers['content-length']).toBe(String(end - start + 1))
    expect(bytes).toEqual(content.subarray(start, end + 1))
  })

  test.for(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '%s is outside: 416',
    async (range) => {
      const { status, headers, body } = await get(await addFile(), { range })
      expect([status, body.message, headers['content-range']]).toEqual([416, 'error.range', 'bytes */1000'])
      expect(headers['content-disposition']).toBeUndefined()
    },
  )

  test.for(['bytes=0-1,5-9', 'bytes=9-5', 'bytes=-', 'bytes=a-b', 'items=0-5', 'bytes', ''])(
    '%j is invalid, and answered with the whole file',
    async (range) => {
      const { status, headers, bytes } = await get(await addFile(), { range })
      expect([status, headers['content-range']]).toEqual([200, undefined])
      expect(bytes).toEqual(content)
    },
  )

  test('and the rest are the file, wherever it was interrupted', async () => {
    const uploaded = await addFile()
    const etag = String((await get(uploaded)).headers.etag)
    for (let at = 1; at < content.length; at += 37) {
      const rest = await get(uploaded, { range: `bytes=${at}-`, 'if-range': etag })
      expect(rest.status).toBe(206)
      expect(Buffer.concat([content.subarray(0, at), rest.bytes])).toEqual(content)
    }
  })

  test('of a former version returns the whole new file', async () => {
    const uploaded = await addFile()
    const etag = String((await get(uploaded)).headers.etag)
    await replace(uploaded, 'novi sadržaj')
    for (const ifRange of [etag, `W/${etag}`, 'Sun, 22 Nov 2026 10:00:00 GMT']) {
      const { status, bytes, headers } = await get(uploaded, { range: 'bytes=5-', 'if-range': ifRange })
      expect([status, bytes.toString(), headers.etag === etag]).toEqual([200, 'novi sadržaj', false])
    }
  })
})

const opened = () => openFilesIn(join(config.dataDir, 'files/technical_support'))

test.runIf(process.platform === 'linux' && !config.s3)(
  'a file is closed after an aborted download',
  async () => {
    const large = await addFile(Buffer.alloc(20_000_000, 'k'))
    const folder = await add({})
    await call(technicalSupport.move, { params: idOf(large), body: { parent_id: folder.id } })
    const ask = (path: string, method = 'GET') =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { authorization: `Bearer ${staff}` }
        httpRequest({ port, path, method, headers }, resolve).on('error', reject).end()
      })
    for (const path of [`/file/${large.id}`, `/zip/${folder.id}`]) {
      const answer = await ask(`/api/technical_support${path}`)
      await eventually(() => expect(opened()).toBe(1))
      answer.destroy()
      await eventually(() => expect(opened()).toBe(0))
    }
    for (const path of [`/file/${large.id}`, `/zip/${folder.id}`])
      (await ask(`/api/technical_support${path}`, 'HEAD')).resume()
    await get(large, { range: 'bytes=90000000-' })
    await get(large, { 'if-none-match': String((await get(large)).headers.etag) })
    await eventually(() => expect(opened()).toBe(0))
  },
)

describe('a replaced file', () => {
  test('is stored with its user, downloaded, and restored as the current one', async () => {
    const uploaded = await addFile('prvi', 'prvi.txt')
    await replace(uploaded, 'drugi', 'drugi.txt')
    const { body: third } = await replace(uploaded, 'treći', 'treci.txt')
    const { node, versions } = await details(uploaded)
    expect(node).toEqual(third)
    expect(versions.map(({ file_name, file_size, file_by }) => [file_name, file_size, file_by])).toEqual([
      ['drugi.txt', 5, staffUser.name],
      ['prvi.txt', 4, staffUser.name],
    ])
    const first = { id: String(versions[1]?.id) }
    const old = await call(technicalSupport.downloadOld, { params: first })
    expect([old.bytes.toString(), String(old.headers['content-disposition'])]).toEqual([
      'prvi',
      expect.stringContaining('prvi.txt'),
    ])
    const restored = await call(technicalSupport.restoreOld, { params: first })
    expect(restored.body).toMatchObject({ version: node.version + 1, file: { file_name: 'prvi.txt' } })
    expect((await get(uploaded)).bytes.toString()).toBe('prvi')
    expect((await details(uploaded)).versions.map(({ file_name }) => file_name)).toEqual([
      'treci.txt',
      'drugi.txt',
    ])
    for (const again of [
      await call(technicalSupport.restoreOld, { params: first }),
      await call(technicalSupport.downloadOld, { params: first }),
    ])
      expect(again.status).toBe(404)
  })

  test('is restored once by simultaneous requests', async () => {
    const uploaded = await addFile('prvi')
    await replace(uploaded, 'drugi')
    const params = { id: String((await details(uploaded)).versions[0]?.id) }
    const responses = await Promise.all([1, 2, 3].map(() => call(technicalSupport.restoreOld, { params })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await details(uploaded)).versions).toHaveLength(1)
  })

  test('of a deleted node is 404, until that is restored', async () => {
    const uploaded = await addFile('prvi')
    await replace(uploaded, 'drugi')
    const params = { id: String((await details(uploaded)).versions[0]?.id) }
    await call(technicalSupport.remove, { params: idOf(uploaded), body: null })
    expect((await call(technicalSupport.downloadOld, { params })).status).toBe(404)
    expect((await call(technicalSupport.restoreOld, { params })).status).toBe(404)
    await call(technicalSupport.restore, { params: idOf(uploaded) })
    expect((await call(technicalSupport.downloadOld, { params })).bytes.toString()).toBe('prvi')
  })

  test('is deleted after 30 days, then its file', async () => {
    const uploaded = await addFile('prvi')
    await replace(uploaded, 'drugi')
    await replace(uploaded, 'treći')
    const [second, first] = (await details(uploaded)).versions
    const age = (id: number | undefined, days: string) =>
      sql`UPDATE technical_support_versions SET replaced_at = now() - ${days}::interval WHERE id = ${id}`.execute(
        db,
      )
    await age(first?.id, '30 days 1 minute')
    await age(second?.id, '29 days')
    const params = { id: String(first?.id) }
    for (const route of [technicalSupport.downloadOld, technicalSupport.restoreOld])
      expect((await call(route, { params })).status).toBe(404)
    expect((await details(uploaded)).versions.map(({ id }) => id)).toEqual([second?.id])
    const before = (await driver.list()).length
    await pruneVersions(db)
    for (const now of [0, HOUR]) await store.sweep((names) => filesInUse(db, names), now)
    expect(await driver.list()).toHaveLength(before - 1)
    expect((await call(technicalSupport.downloadOld, { params: { id: String(second?.id) } })).status).toBe(
      200,
    )
  })
})

describe('a folder as a zip', () => {
  const temporary: string[] = []
  afterAll(() => Promise.all(temporary.map((path) => rm(path, { recursive: true }))))
  async function unzipped(node: { id: number }) {
    const { status, bytes, headers } = await call(technicalSupport.zip, { params: idOf(node) })
    const folder = await mkdtemp(join(tmpdir(), 'kontor-zip-'))
    temporary.push(folder)
    await writeFile(join(folder, 'a.zip'), bytes)
    const archive = await openArchive(join(folder, 'a.zip'))
    const read = async (name: string) => [name, await text(archive.read(name))]
    const files = await Promise.all(archive.names.map(read))
    archive.close()
    return { status, headers, files: Object.fromEntries(files) as Record<string, string> }
  }
  const within = ({ id }: SupportNode) => ({ technical_support_id: String(id) })

  test('is rejected for a node that is no folder', async () => {
    for (const node of [await addFile(), { id: 2_000_000_000 }])
      expect((await call(technicalSupport.zip, { params: idOf(node) })).status).toBe(404)
  })

  test('has subfolders, files and links, including hidden ones, without deleted ones', async () => {
    const top = await add({ name: 'Šeme / 2026' })
    const inner = await add({ name: 'Grijanje', ...within(top) })
    await add({ name: 'Prazan', ...within(top) })
    const hidden = await add({ name: 'Kotao', ...within(inner) }, fileOf('kotao', 'scan1.PDF'))
    await call(technicalSupport.setVisibility, { params: idOf(hidden), body: { is_visible: false } })
    const gone = await add({ name: 'Obrisan', ...within(inner) }, fileOf('x', 'x.pdf'))
    await call(technicalSupport.remove, { params: idOf(gone), body: null })
    await add({ name: 'Adresa', link: 'https://primjer.me/š', ...within(top) })
    const { status, headers, files } = await unzipped(top)
    expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
    expect(headers['content-disposition']).toContain('filename="Seme _ 2026.zip"')
    expect(files).toEqual({
      'Grijanje/': '',
      'Prazan/': '',
      'Grijanje/Kotao.pdf': 'kotao',
      'Adresa.url': '[InternetShortcut]\r\nURL=https://primjer.me/%C5%A1\r\n',
    })
  })

  test('has unique names for nodes of the same name, and no name leads outside', async () => {
    const top = await add({ name: 'Dupli' })
    for (const [name, fileName] of [
      ['Isti', 'a.pdf'],
      ['ISTI.pdf', 'b.pdf'],
      ['Isti (2)', 'c.pdf'],
      ['../../izlaz', 'd.sh'],
      ['CON', 'e.txt'],
      ['..', 'f'],
    ] as const)
      await add({ name, ...within(top) }, fileOf(name, fileName))
    const folders = [await add({ name: 'Isti', ...within(top) }), await add({ name: 'isti', ...within(top) })]
    for (const folder of folders) await add({ name: 'List', ...within(folder) }, fileOf('list', 'l.txt'))
    const names = Object.keys((await unzipped(top)).files)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
    expect(names.filter((name) => /(^|\/)\.\.?(\/|$)|\\|^\//.test(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['_CON.txt', 'Isti (2)/List.txt', '__.._izlaz.sh']))
  })
})
