import { technicalSupport } from '@kontor/contract/technicalSupport'
import { portalTechnicalSupport } from '@kontor/contract/technicalSupport/portal'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { deactivateInUse, makeCategory } from '../../../../test/make.ts'
import { openFilesIn } from '../../../../test/open-files.ts'

const { config, db, call, inject, makeCustomer, partner: stranger } = await startApp()
const own = await makeCategory(db)
const foreign = await makeCategory(db)

const tokenIn = async ({ id }: { id: number }) => (await makeCustomer({ category_ids: [id] })).token
const mine = await tokenIn(own)
const colleague = await tokenIn(own)
const other = await tokenIn(foreign)

interface Place {
  in?: { id: number }
  of?: { id: number }
}
/** Adds a node as the office: a folder, or a file with this content. */
async function add(name: string, { in: parent, of }: Place = {}, content?: string) {
  const form = {
    name,
    is_item: content === undefined ? 'false' : 'true',
    ...(parent ? { technical_support_id: String(parent.id) } : {}),
    ...(of ? { categories: `[${of.id}]` } : {}),
  } as never
  const file = content === undefined ? undefined : new File([content], `${name}.txt`)
  return (await call(technicalSupport.create, { form, files: { file } })).body
}
const hide = (node: { id: number }, is_visible = false) =>
  call(technicalSupport.setVisibility, { params: idOf(node), body: { is_visible } })
const remove = (node: { id: number }) => call(technicalSupport.remove, { params: idOf(node), body: null })
const list = (query: object, token = mine) =>
  call(portalTechnicalSupport.index, { query: query as never }, token)
const listed = async (query: object, token = mine) => (await list(query, token)).body
const names = async (query: object, token = mine) =>
  (await listed(query, token)).result.map(({ name }) => name)
const inside = ({ id }: { id: number }) => ({ in: String(id) })
const get = (node: { id: number }, headers: object = {}, token = mine, method: 'GET' | 'HEAD' = 'GET') =>
  inject({
    method,
    url: `/api/app/technical_support/file/${node.id}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
const downloads = async (node: { id: number }) =>
  (await call(technicalSupport.one, { params: idOf(node) })).body.downloads

describe('a node that is hidden from a partner', () => {
  test('is in no list, no search, no count, and no download', async () => {
    const top = await add('Dostupan')
    const hidden = await add('Sakriven', { in: top })
    const underHidden = await add('Podsakriven', { in: hidden }, 'x')
    const foreignFolder = await add('Tuđi', { in: top, of: foreign })
    const underForeign = await add('Podtuđi', { in: foreignFolder, of: own }, 'x')
    const gone = await add('Obrisan', { in: top })
    const underGone = await add('Podobrisan', { in: gone }, 'x')
    const hiddenFile = await add('Sakriven fajl', { in: top }, 'x')
    const foreignFile = await add('Tuđi fajl', { in: top, of: foreign }, 'x')
    for (const node of [hidden, hiddenFile]) await hide(node)
    await remove(gone)
    const seen = await add('Vidljiv', { in: top, of: own }, 'x')
    expect(await listed(inside(top))).toMatchObject({ total_rows: 1, result: [{ id: seen.id }] })
    expect((await listed({})).result.find(({ id }) => id === top.id)).toMatchObject({ children: 1 })
    for (const word of ['sakriven', 'tuđi', 'obrisan', 'pod'])
      expect(await listed({ search: word })).toMatchObject({ result: [], total_rows: 0 })
    for (const folder of [hidden, foreignFolder, gone, seen, { id: 2_000_000_000 }])
      expect((await list(inside(folder))).status).toBe(404)
    for (const file of [underHidden, underForeign, underGone, hiddenFile, foreignFile, top])
      expect((await get(file)).status, file.name).toBe(404)
    expect((await get(underForeign, {}, other)).status).toBe(404)
    expect((await get(foreignFile, {}, other)).status).toBe(200)
    expect((await get(seen)).status).toBe(200)
  })

  test('is visible as soon as it is shown, and hidden by another category', async () => {
    const closing = await makeCategory(db)
    const token = await tokenIn(closing)
    const node = await add('Prolazni', { of: closing }, 'x')
    await hide(node)
    expect((await get(node, {}, token)).status).toBe(404)
    await hide(node, true)
    expect((await get(node, {}, token)).status).toBe(200)
    await deactivateInUse(db, 'categories', closing.id)
    expect((await get(node, {}, token)).status).toBe(404)
  })
})

test('folders are listed first, by name, each with its path', async () => {
  const top = await add('Katalozi')
  const inner = await add('gume', { in: top })
  await add('Žuta', { in: inner }, 'x')
  await add('Alati', { in: inner }, 'x')
  await add('Zimske', { in: inner })
  const { path, result, total_rows } = await listed(inside(inner))
  expect(path).toEqual([
    { id: top.id, name: 'Katalozi' },
    { id: inner.id, name: 'gume' },
  ])
  expect([result.map(({ name }) => name), total_rows]).toEqual([['Zimske', 'Alati', 'Žuta'], 3])
  const [file] = result.slice(1)
  expect(file).toEqual({
    id: file?.id,
    parent_id: inner.id,
    name: 'Alati',
    description: null,
    is_item: true,
    is_file: true,
    link: `/api/app/technical_support/file/${file?.id}`,
    file_name: 'Alati.txt',
    file_type: 'text/plain',
    file_size: 1,
    children: 0,
    updated_at: expect.any(String),
    path,
  })
})

test('a search matches every word in any spelling, in the whole tree, with paths', async () => {
  const top = await add('Grijanje na drva')
  const inner = await add('Šporeti', { in: top })
  await add('Čišćenje peći', { in: inner }, 'x')
  expect(await names({ search: 'PECI ciscenje' })).toEqual(['Čišćenje peći'])
  const [found] = (await listed({ search: 'čišćenje' })).result
  expect(found?.path.map(({ name }) => name)).toEqual(['Grijanje na drva', 'Šporeti'])
  expect(await names({ search: 'peći kotao' })).toEqual([])
  expect(await names({ search: 'ciscenje', ...inside(top) })).toEqual(['Čišćenje peći'])
  expect(await names({ search: 'ciscenje', ...inside(await add('Drugi')) })).toEqual([])
})

test('many are paged by 50, each once', async () => {
  const top = await add('Veliki')
  await db
    .insertInto('technical_support')
    .values(
      Array.from({ length: 120 }, (_, i) => ({
        technical_support_id: top.id,
        is_item: true,
        link: 'https://primjer.me',
        name: `Isti ${i % 3}`,
      })) as never,
    )
    .execute()
  const pages = await Promise.all(
    ['0', '50', '100', '150'].map((offset) => listed({ ...inside(top), offset })),
  )
  expect(pages.map(({ result, total_rows }) => [result.length, total_rows])).toEqual([
    [50, 120],
    [50, 120],
    [20, 120],
    [0, 120],
  ])
  expect(new Set(pages.flatMap(({ result }) => result.map(({ id }) => id))).size).toBe(120)
})

describe('a download', () => {
  test('is counted once when it is resumed, and not when nothing was sent', async () => {
    const file = await add('Brojan', {}, '0123456789')
    const etag = String((await get(file)).headers.etag)
    expect(await downloads(file)).toEqual({ times: 1, partners: 1 })
    await get(file, { range: 'bytes=5-', 'if-range': etag })
    await get(file, { range: 'bytes=50-' })
    await get(file, { 'if-none-match': etag })
    await get(file, {}, mine, 'HEAD')
    await get(file, {}, stranger)
    await call(technicalSupport.download, { params: idOf(file) })
    expect(await downloads(file)).toEqual({ times: 2, partners: 2 }) // the stranger is not blocked
    await get(file, { range: 'bytes=5-', 'if-range': '"stari"' }, colleague)
    expect(await downloads(file)).toEqual({ times: 3, partners: 3 })
  })

  test('that begins while another is counted is the same one', async () => {
    await get(await add('Prethodno', {}, 'x'))
    const { partner_id: partnerId } = await db
      .selectFrom('technical_support_downloads')
      .select('partner_id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const file = await add('Istovremeno', {}, '0123456789')
    const waiting = await db.transaction().execute(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext('downloads'), ${partnerId})`.execute(tx)
      const second = get(file)
      await eventually(async () => {
        const { rows } = await sql`SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
          WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`.execute(db)
        expect(rows).toHaveLength(1)
      })
      await sql`INSERT INTO technical_support_downloads (technical_support_id, partner_id, created_at)
        VALUES (${file.id}, ${partnerId}, clock_timestamp())`.execute(tx)
      return { second }
    })
    await waiting.second
    expect(await downloads(file)).toEqual({ times: 1, partners: 1 })
  })

  test('counts once an hour for any number of ranges, and separately by file', async () => {
    const file = await add('Dijelovi', {}, '0123456789')
    await Promise.all(
      ['bytes=0-0', 'bytes=0-3', 'bytes=0-3', 'bytes=0-'].map((range) => get(file, { range })),
    )
    await get(file)
    expect(await downloads(file)).toEqual({ times: 1, partners: 1 })
    await sql`UPDATE technical_support_downloads SET created_at = created_at - interval '61 minutes'
      WHERE technical_support_id = ${file.id}`.execute(db)
    await get(file)
    expect(await downloads(file)).toEqual({ times: 2, partners: 1 })
    const form = { name: 'Dijelovi' } as never
    const files = { file: new File(['novo'], 'Dijelovi.txt') }
    await call(technicalSupport.update, { params: idOf(file), form, files })
    await get(file)
    expect(await downloads(file)).toEqual({ times: 3, partners: 1 })
  })

  test('that cannot be counted is not sent', async () => {
    const file = await add('Nebrojan', {}, 'x')
    await sql`ALTER TABLE technical_support_downloads ADD CONSTRAINT never CHECK (technical_support_id <> ${sql.lit(file.id)})`.execute(
      db,
    )
    const { status, headers } = await get(file)
    expect(status).toBeGreaterThanOrEqual(400)
    expect([headers['content-disposition'], headers.etag]).toEqual([undefined, undefined])
    expect((await get(file, { range: 'bytes=0-0' })).status).toBe(status)
    if (process.platform !== 'linux') return
    await expect.poll(() => openFilesIn(`${config.dataDir}/files`)).toBe(0) // it is closed after the response
  })
})
