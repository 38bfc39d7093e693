import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_IMAGE_BYTES } from '@kontor/contract/lib/http/files'
import { sliders } from '@kontor/contract/sliders'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeCategory, makePicture, makeProduct, makeSlider } from '../../../../test/make.ts'
import { openFileStore } from '../../../lib/storage/storage.ts'
import { picturesInUse } from './queries.ts'

const { db, call, inject, config, staff } = await startApp()
const folder = join(config.dataDir, 'files/sliders')
const category = await makeCategory(db)
const jpg = await makePicture('jpeg')
const png = await makePicture('png')
const product = await makeProduct(db)
const valid = { name: 'Promocija', type: '2', categories: `[${category.id}]`, product_id: String(product.id) }

/** A multipart request of any HTTP client; a part is a text where the value is one. */
async function post(url: string, parts: [name: string, value: string | File][]) {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const body = new Response(form)
  const headers = { authorization: `Bearer ${staff}`, 'content-type': body.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await body.arrayBuffer())
  return inject<{ id: number; image: string; wyswygimg: string | null; errors?: object; url: string }>({
    method: 'POST',
    url,
    headers,
    payload,
  })
}
const fields = (more: object = {}) => Object.entries({ ...valid, ...more }) as [string, string | File][]
const picture = (image: string) => inject({ url: `/api/images/sliders/${image}` })

describe('the pictures of a slider', () => {
  test('are rejected when invalid, together with other errors, and nothing is stored', async () => {
    const before = await readdir(folder)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    const wrong = [
      new File(['<html></html>'], 'slika.png', { type: 'image/png' }),
      new File([svg], 'slika.png', { type: 'image/png' }),
      new File([svg], 'slika.svg', { type: 'image/svg+xml' }),
      new File([await jpg.bytes()], 'slika.jpg.php', { type: 'image/jpeg' }),
      new File([await jpg.bytes()], 'photo.pdf'),
      new File([(await jpg.bytes()).subarray(0, 200)], 'slika.jpg'),
    ]
    for (const file of wrong) {
      expect((await post('/api/sliders', fields({ image: file }))).body.errors).toEqual({
        image: ['validation.image'],
      })
      expect((await post('/api/sliderWysWygImages', [['image', file]])).status).toBe(422)
    }
    const extra = await post('/api/sliders', fields({ image: jpg, wyswygimg: wrong[0] }))
    expect(extra.body.errors).toEqual({ wyswygimg: ['validation.image'] })
    const missing = await post('/api/sliders', fields({ image: new File([], 'slika.jpg') }))
    expect(missing.body.errors).toEqual({ image: ['validation.file'] })
    // the valid file of the rejected request is swept
    expect((await readdir(folder)).length - before.length).toBeLessThanOrEqual(1)
  })

  test('have at most 5242880 bytes', async () => {
    const padded = async (size: number) => {
      const file = new Uint8Array(size)
      file.set(await jpg.bytes()) // bytes after the end of a picture are ignored and not stored
      return new File([file], 'my.photo.JPG')
    }
    const text = async (size: number) =>
      (await post('/api/sliderWysWygImages', [['image', await padded(size)]])).status
    expect([await text(MAX_IMAGE_BYTES), await text(MAX_IMAGE_BYTES + 1)]).toEqual([200, 413])
  })

  test('are limited in fields, files and parts', async () => {
    const many = Array.from({ length: 60 }, (_, i): [string, string] => [`polje${i}`, 'x'])
    expect((await post('/api/sliders', [...fields({ image: jpg }), ...many])).status).toBe(413)
    const files = Array.from({ length: 10 }, (): [string, File] => ['image', jpg])
    expect([413, 422]).toContain((await post('/api/sliders', [...fields(), ...files])).status)
    expect([400, 413, 422]).toContain(
      (await post('/api/sliders', [...fields({ image: jpg }), ['', 'x']])).status,
    )
    for (const name of ['__proto__', 'constructor'])
      expect([400, 422]).toContain(
        (await post('/api/sliders', [...fields({ image: jpg }), [name, png]])).status,
      )
  })

  test('the additional one is a file or the text null; remove deletes it, and the main one is kept', async () => {
    const added = await post('/api/sliders', fields({ image: jpg, wyswygimg: png }))
    expect([added.status, added.body.wyswygimg]).toEqual([200, expect.stringMatching(/^[\w-]{22}\.png$/)])
    const url = `/api/sliders/${added.body.id}`
    const updated = await post(url, fields({ wyswygimg: 'null', image: 'null', remove: '0' }))
    expect(updated.body).toMatchObject({ image: added.body.image, wyswygimg: added.body.wyswygimg })
    const replaced = await post(url, fields({ wyswygimg: jpg, image: png, remove: 'false' }))
    expect(replaced.body.wyswygimg).toMatch(/\.jpg$/)
    expect(replaced.body.image).toMatch(/\.png$/)
    expect((await post(url, fields({ wyswygimg: 'null', remove: 'true' }))).body).toMatchObject({
      image: replaced.body.image,
      wyswygimg: null,
    })
    expect((await post(url, fields({ wyswygimg: 'slika.png' }))).body.errors).toEqual({
      wyswygimg: ['validation.unknown_field'],
    })
  })

  test('the additional one is stored for promotions and seminars only', async () => {
    const form = { ...valid, type: '1', product_id: '', image: jpg, wyswygimg: png }
    expect((await post('/api/sliders', fields(form))).body).toMatchObject({ wyswygimg: null })
  })

  test('are served to everybody with their content, re-encoded', async () => {
    const { body } = await post('/api/sliders', fields({ image: jpg }))
    const { status, headers, bytes } = await picture(body.image)
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ])
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect((await picture('aaaaaaaaaaaaaaaaaaaaaa.png')).status).toBe(404)
  })
})

describe('the pictures of a text', () => {
  test('have a URL that the text may contain', async () => {
    const { body } = await post('/api/sliderWysWygImages', [['image', png]])
    expect(body.url).toMatch(/^\/api\/images\/sliders\/[\w-]{22}\.png$/)
    expect((await inject({ url: body.url })).status).toBe(200)
    const page_content = `<p><img src="${body.url}" alt="x" /></p>`
    const { body: slider } = await call(sliders.create, {
      form: { ...valid, type: '2', page_content },
      files: { image: jpg, wyswygimg: undefined },
    })
    expect(slider.page_content).toBe(page_content)
  })

  test('are kept while a slider or a possible draft refers to them', async () => {
    const DAY = 24 * 3_600_000
    const pictures = openFileStore(config, 'sliders', DAY)
    const save = () => pictures.save(Buffer.from('x'), 'png')
    const main = await save()
    const extra = await save()
    const inText = await save()
    const draft = await save()
    const orphan = await save()
    const page_content = `<p><img src="/api/images/sliders/${inText}" /></p>`
    const more = { type: 3, page_content, wyswygimg: extra } as const
    await makeSlider(db, { image: main, ...more, is_active: false })
    const now = Date.now()
    for (const name of [main, extra, inText, orphan]) await utimes(join(folder, name), 0, 0)
    for (const at of [now - 3_600_000, now]) await pictures.sweep((names) => picturesInUse(db, names), at)
    const left = await readdir(folder)
    const remaining = [main, extra, inText, draft, orphan].map((name) => left.includes(name))
    expect(remaining).toEqual([true, true, true, true, false])
  })
})
