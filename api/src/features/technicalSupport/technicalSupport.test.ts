import { technicalSupport } from '@kontor/contract/technicalSupport'
import { describe, expect, test } from 'vitest'
import { idOf, startApp } from '../../../test/app.ts'
import { makeCategory } from '../../../test/make.ts'

const { db, call, tokenOf, staffUser } = await startApp()

let count = 0
const file = (text = 'sadržaj', name = 'uputstvo.txt') => new File([text], name)
interface Sent {
  name?: string
  description?: string
  is_item?: string
  link?: string
  technical_support_id?: string
  categories?: string
}
const add = (form: Sent, upload?: File, idempotencyKey?: string) =>
  call(technicalSupport.create, {
    form: { name: `Čvor ${count++}`, is_item: 'false', ...form } as never,
    files: { file: upload },
    ...(idempotencyKey ? { idempotencyKey } : {}),
  })
const addFolder = async (form: Sent = {}) => (await add(form)).body
const addFile = async (form: Sent = {}, upload = file()) =>
  (await add({ is_item: 'true', ...form }, upload)).body
const addLink = async (form: Sent = {}) =>
  (await add({ is_item: 'true', link: 'https://primjer.me/a', ...form })).body
const change = (id: number, form: object, upload?: File) =>
  call(technicalSupport.update, {
    params: { id: String(id) },
    form: { name: 'Izmijenjen', ...form } as never,
    files: { file: upload },
  })
const details = async (id: number) => (await call(technicalSupport.one, { params: { id: String(id) } })).body
const rows = async () => (await db.selectFrom('technical_support').select('id').execute()).length
const inside = async (parent: number | null) =>
  (await call(technicalSupport.levels, { body: { of: [parent] } })).body.levels[0]?.nodes ?? []

describe('adding', () => {
  test('rejects invalid, contradictory and misplaced nodes, each field with its reason', async () => {
    const folder = await addFolder()
    const link = await addLink()
    const before = await rows()
    const wrong: [Sent, File | undefined, object][] = [
      [{ name: 'a' }, undefined, { name: ['validation.support_name'] }],
      [{ name: '' }, undefined, { name: ['validation.field'] }],
      [{ name: ' \u200b ' }, undefined, { name: ['validation.support_name'] }],
      [{ is_item: 'true' }, undefined, { file: ['validation.file_validation'] }],
      [{ is_item: 'true' }, file(''), { file: ['validation.file'] }],
      [{}, file(), { file: ['validation.support_file'] }],
      [{ link: 'https://primjer.me' }, undefined, { link: ['validation.support_link'] }],
      [{ is_item: 'true', link: 'https://primjer.me' }, file(), { file: ['validation.support_file'] }],
      [{ is_item: 'da' }, undefined, { is_item: ['validation.field'] }],
      [{ technical_support_id: 'x' }, undefined, { technical_support_id: ['validation.id'] }],
      [{ technical_support_id: '999999' }, undefined, { technical_support_id: ['validation.not_found'] }],
      [{ categories: '[999999]' }, undefined, { categories: ['validation.not_found'] }],
    ]
    for (const [form, upload, errors] of wrong) {
      const { status, body } = await add(form, upload)
      expect([status, body.errors], JSON.stringify(form)).toEqual([422, errors])
    }
    for (const address of [
      'primjer',
      'ftp://primjer.me',
      'https://primjer',
      'javascript:alert(1)',
      'https://a b.me',
    ])
      expect((await add({ is_item: 'true', link: address })).body.errors).toEqual({
        link: ['validation.url_pattern_validation'],
      })
    const inLink = await add({ technical_support_id: String(link.id) })
    expect([inLink.status, inLink.body.message]).toEqual([422, 'tree.parent_item'])
    await call(technicalSupport.remove, { params: idOf(folder), body: null })
    expect((await add({ technical_support_id: String(folder.id) })).status).toBe(422)
    expect(await rows()).toBe(before)
  })

  test('adds a folder, a file and a link, listed folders first and then by name', async () => {
    const category = await makeCategory(db)
    const folder = await addFolder({ name: 'Uputstva', categories: `[${category.id}]` })
    const technical_support_id = String(folder.id)
    const link = await addLink({ technical_support_id, name: 'adresa' })
    const uploaded = await addFile(
      { technical_support_id, name: 'Žica' },
      file('sadržaj', 'C:\\put\\Žica.TXT'),
    )
    const inner = await addFolder({ technical_support_id, name: 'Zadnji' })
    expect(folder).toMatchObject({ is_item: false, is_file: false, link: null, file: null, parent_id: null })
    expect(folder.categories).toEqual([{ id: category.id, name: category.name }])
    expect(link).toMatchObject({ is_item: true, is_file: false, link: 'https://primjer.me/a', file: null })
    expect(uploaded).toMatchObject({
      is_item: true,
      is_file: true,
      parent_id: folder.id,
      technical_support_id: folder.id,
      link: `/api/technical_support/file/${uploaded.id}`,
      file: { file_name: 'Žica.TXT', file_type: 'text/plain', file_size: 8, file_by: staffUser.name },
    })
    expect(uploaded.file?.file_at).toMatch(/^[\d-]{10}T[\d:]{8}\.\d{3}Z$/)
    expect((await inside(folder.id)).map(({ id }) => id)).toEqual([inner.id, link.id, uploaded.id])
  })

  test('with the same key happens once, also with a file; another file is rejected', async () => {
    const key = 'isti-kljuc-1'
    const form = { name: 'Jednom', is_item: 'true' }
    const before = await rows()
    const answers = await Promise.all([add(form, file('a'), key), add(form, file('a'), key)])
    answers.push(await add(form, file('a', 'drugo ime.txt'), key))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await rows()).toBe(before + 1)
    for (const other of [
      await add(form, file('b'), key),
      await add({ ...form, name: 'Dvaput' }, file('a'), key),
    ])
      expect([other.status, other.body.message]).toEqual([422, 'error.key_reused'])
    expect((await add(form, file('a'))).status).toBe(200)
    expect(await rows()).toBe(before + 2)
  })
})

describe('changing', () => {
  test('rejects fields that do not fit the kind of node', async () => {
    const folder = await addFolder()
    const uploaded = await addFile()
    const link = await addLink()
    const wrong: [number, object, File | undefined, object][] = [
      [folder.id, {}, file(), { file: ['validation.support_file'] }],
      [folder.id, { link: 'https://primjer.me' }, undefined, { link: ['validation.support_link'] }],
      [folder.id, { is_item: 'true' }, undefined, { is_item: ['validation.support_kind'] }],
      [uploaded.id, { link: 'https://primjer.me' }, undefined, { link: ['validation.support_link'] }],
      [uploaded.id, { is_item: 'false' }, undefined, { is_item: ['validation.support_kind'] }],
      [uploaded.id, {}, file(''), { file: ['validation.file'] }],
      [link.id, { link: '' }, undefined, { link: ['validation.field'] }],
      [link.id, { link: 'https://primjer.me' }, file(), { file: ['validation.support_file'] }],
      [link.id, { link: 'primjer' }, undefined, { link: ['validation.url_pattern_validation'] }],
      [
        uploaded.id,
        { technical_support_id: '1' },
        undefined,
        { technical_support_id: ['validation.unknown_field'] },
      ],
    ]
    for (const [id, form, upload, errors] of wrong) {
      const { status, body } = await change(id, form, upload)
      expect([status, body.errors], JSON.stringify(form)).toEqual([422, errors])
    }
    for (const node of [folder, uploaded, link]) expect((await details(node.id)).node).toEqual(node)
  })

  test('accepts a row as it was fetched, including its download path, and publishes nothing', async () => {
    const uploaded = await addFile({ description: 'Opis' })
    const { name, description, is_item, link, version } = uploaded
    const published = () => db.selectFrom('events').select('id').orderBy('id').execute()
    const before = await published()
    const { status, body } = await change(uploaded.id, { name, description, is_item, link, version })
    expect([status, body]).toEqual([200, uploaded])
    expect(await published()).toEqual(before)
  })

  test('does not change omitted categories, and clears them with null', async () => {
    const category = await makeCategory(db)
    const { id } = await addFolder({ categories: JSON.stringify([category.id]) })
    const ids = async (form: Sent) => (await change(id, form)).body.categories.map((one) => one.id)
    expect(await ids({})).toEqual([category.id])
    expect(await ids({ categories: 'null' })).toEqual([])
  })

  test('does not change an omitted description, and clears an empty one', async () => {
    const { id } = await addFile({ description: 'Opis' })
    expect((await change(id, {})).body.description).toBe('Opis')
    expect((await change(id, { description: '' })).body.description).toBeNull()
  })

  test('with the same version succeeds once; the other request gets the current row', async () => {
    const { id, version } = await addLink()
    const link = 'https://primjer.me/b'
    const answers = await Promise.all([
      change(id, { name: 'Prvi', link, version }),
      change(id, { name: 'Drugi', link, version }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [taken, late] = answers.sort((one, other) => one.status - other.status)
    expect(late?.body.current).toEqual(taken?.body)
    expect(
      (await call(technicalSupport.remove, { params: { id: String(id) }, body: { version } })).status,
    ).toBe(409)
  })

  test('returns 404 for deleted and missing nodes', async () => {
    const { id } = await addLink()
    await call(technicalSupport.remove, { params: { id: String(id) }, body: null })
    for (const gone of [id, 2_000_000_000]) {
      expect((await change(gone, { link: 'https://primjer.me' })).status).toBe(404)
      expect((await call(technicalSupport.one, { params: { id: String(gone) } })).status).toBe(404)
    }
  })
})

test('the documented route returns the whole tree with children', async () => {
  const folder = await addFolder({ name: 'Stablo' })
  const uploaded = await addFile(
    { technical_support_id: String(folder.id), name: 'List' },
    file('a', 'List.pdf'),
  )
  const { status, body } = await call(technicalSupport.tree, {})
  expect(status).toBe(200)
  expect(body.find(({ id }) => id === folder.id)).toEqual({
    id: folder.id,
    name: 'Stablo',
    description: null,
    is_item: false,
    is_file: false,
    link: null,
    image: null,
    is_visible: true,
    technical_support_id: null,
    version: 1,
    updated_at: folder.updated_at,
    technical_support: [
      expect.objectContaining({ id: uploaded.id, is_file: true, image: 'List.pdf', technical_support: [] }),
    ],
  })
})

test('the panel has the path of a node', async () => {
  const top = await addFolder({ name: 'Prvi' })
  const inner = await addFolder({ name: 'Drugi', technical_support_id: String(top.id) })
  const uploaded = await addFile({ technical_support_id: String(inner.id) })
  expect(await details(uploaded.id)).toEqual({
    node: uploaded,
    path: ['Prvi', 'Drugi'],
    versions: [],
    downloads: { times: 0, partners: 0 },
  })
})

test.each([
  ['user_manager', 200, 200],
  ['user_engineer', 200, 200],
  ['user_financier', 200, 403],
] as const)('of a %s', async (role, canSee, changes) => {
  const token = await tokenOf({ role })
  const node = await addFolder()
  expect((await call(technicalSupport.one, { params: idOf(node) }, token)).status).toBe(canSee)
  const form = { name: 'Naziv', is_item: 'false' } as never
  expect((await call(technicalSupport.create, { form, files: { file: undefined } }, token)).status).toBe(
    changes,
  )
})
