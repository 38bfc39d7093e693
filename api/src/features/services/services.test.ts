import { buffer } from 'node:stream/consumers'
import { history } from '@kontor/contract/history'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { services } from '@kontor/contract/resources/services'
import { MAX_TEMPLATE_BYTES, serviceTemplates } from '@kontor/contract/services'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { idOf, startApp } from '../../../test/app.ts'
import { UNKNOWN_ID } from '../../../test/make.ts'
import { makeRecord } from '../../../test/make-record.ts'
import { demoDocuments } from '../../demo/documents.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { namedTemplates } from './queries.ts'

const { db, call, inject, staff, config } = await startApp()
const store = openFileStore(config, 'services')
const HOUR = 3_600_000

const word = [...(await demoDocuments())].find(([name]) => name.endsWith('.docx'))?.[1] ?? Buffer.alloc(0)
const fileOf = (bytes: Buffer | string, name = 'Uvjerenje „A“.docx') =>
  new File([new Uint8Array(Buffer.from(bytes))], name)
const TYPES =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
/** A zip with these parts. */
function packageOf(parts: Record<string, string>) {
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return buffer(zip.outputStream)
}
const make = () => makeRecord(db, services, { template: null })
const save = (service: { id: number }, file = fileOf(word), form = {}) =>
  call(serviceTemplates.save, { params: idOf(service), form, files: { file } })
const remove = (service: { id: number }, body: { version?: number } | null = null) =>
  call(serviceTemplates.remove, { params: idOf(service), body })
const get = (service: { id: number }, token = staff) =>
  inject({ url: `/api/services/${service.id}/template`, headers: { authorization: `Bearer ${token}` } })
const rowOf = async (service: { id: number }) =>
  (await call(routesOf(services).one, { params: idOf(service) })).body

describe('a template', () => {
  test('is rejected when its bytes are no Word document, and nothing is stored', async () => {
    const service = await make()
    for (const bytes of [
      'nije dokument',
      '%PDF-1.7\n',
      'PK\u0003\u0004',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    ]) {
      const { status, body } = await save(service, fileOf(bytes))
      expect([status, body.errors]).toEqual([422, { file: ['validation.docx'] }])
    }
    expect((await save(service, fileOf(''))).body.errors).toEqual({ file: ['validation.file'] })
    expect((await save(service, fileOf(Buffer.alloc(MAX_TEMPLATE_BYTES + 1)))).status).toBe(413)
    expect([(await rowOf(service)).template, (await get(service)).status]).toEqual([null, 404])
  })

  test('is rejected when its extension is not a Word document’s', async () => {
    const service = await make()
    for (const name of ['a.xlsx', 'a.docx.exe', 'bez ekstenzije', 'docx']) {
      const { status, body } = await save(service, fileOf(word, name))
      expect([status, body.errors], name).toEqual([422, { file: ['validation.docx'] }])
    }
    expect((await save(service, fileOf(word, 'Ugovor.v2.DOCX'))).status).toBe(200)
  })

  test('is rejected when its package has no text part, or is truncated', async () => {
    const service = await make()
    const empty = await packageOf({ '[Content_Types].xml': TYPES })
    const other = await packageOf({ '[Content_Types].xml': TYPES, 'word/styles.xml': '<a/>' })
    for (const bytes of [empty, other, word.subarray(0, word.length - 30)]) {
      const { status, body } = await save(service, fileOf(bytes))
      expect([status, body.errors]).toEqual([422, { file: ['validation.docx'] }])
    }
    const whole = await packageOf({ '[Content_Types].xml': TYPES, 'word/document.xml': '<a/>' })
    expect((await save(service, fileOf(whole))).status).toBe(200)
  })

  test('is rejected for a missing service, an outdated version, or a form', async () => {
    const service = await make()
    expect((await save({ id: UNKNOWN_ID })).status).toBe(404)
    expect((await save(service, undefined, { version: '7' })).status).toBe(409)
    expect((await remove(service)).status).toBe(404)
    const { id, category, vat, is_active, updated_at, ...row } = await rowOf(service)
    const { template: _, ...form } = row
    const sent = await call(routesOf(services).update, { params: { id: String(id) }, body: { ...form } })
    expect([sent.status, sent.body.template]).toEqual([200, null])
    const typed = await call(routesOf(services).create, { body: { ...form, template: 'a.docx' } as never })
    expect(typed.body.errors).toEqual({ template: ['validation.unknown_field'] })
  })

  test('is stored with its name, downloaded unchanged, replaced and removed', async () => {
    const service = await make()
    const { body } = await save(service)
    expect([body.template, body.version]).toEqual(['Uvjerenje „A“.docx', 2])
    const file = await get(service)
    expect(file.bytes.equals(word)).toBe(true)
    expect(file.headers['content-disposition']).toContain(encodeURIComponent('Uvjerenje „A“.docx'))
    expect((await save(service, fileOf(word, 'Drugo.docx'), { version: '1' })).status).toBe(409)
    expect((await save(service, fileOf(word, 'Drugo.docx'), { version: '2' })).body.template).toBe(
      'Drugo.docx',
    )
    expect((await get(service)).headers['content-disposition']).toContain('Drugo.docx')
    expect((await remove(service, { version: 2 })).status).toBe(409)
    expect((await remove(service)).body.template).toBe(null)
    expect((await get(service)).status).toBe(404)
  })

  test('is in the history, also when another file has the same name', async () => {
    const service = await make()
    const other = await packageOf({ '[Content_Types].xml': TYPES, 'word/document.xml': '<a/>' })
    for (const bytes of [word, other, other]) await save(service, fileOf(bytes))
    const { body } = await call(history.ofRecord, {
      params: { table: 'services', id: String(service.id) },
      query: {},
    })
    const template = { column: 'template', after: 'Uvjerenje „A“.docx' }
    expect(body.result.map(({ action, values }) => [action, values])).toMatchObject([
      ['update', [{ ...template, before: template.after }]],
      ['update', [{ ...template, before: null }]],
      ['create', expect.anything()],
    ])
  })

  test('is kept when its service is edited, and its file is swept when unreferenced', async () => {
    const service = await make()
    await save(service, fileOf(word, 'Stari.docx'))
    await save(service, fileOf(word, 'Novi.docx'))
    const isNamed = (names: string[]) => namedTemplates(db, names)
    await store.sweep(isNamed, 0)
    expect(await store.sweep(isNamed, 2 * HOUR)).toBeGreaterThan(0)
    expect((await get(service)).status).toBe(200)
  })
})
