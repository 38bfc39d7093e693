import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_IMAGE_BYTES } from '@kontor/contract/lib/http/files'
import { products } from '@kontor/contract/products'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { makePicture, makeProduct, makeSlider } from '../../../test/make.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { picturesInUse } from './queries.ts'

const { db, call, inject, config } = await startApp()
const folder = join(config.dataDir, 'files/products')

let count = 0
const upload = (image: File) => {
  const form = { erp_code: `P-${count++}`, name: 'Proizvod', price: '1', quantity: '1' }
  return call(products.create, { form, files: { image } })
}
const get = (image: string, headers = {}) => inject({ url: `/api/images/products/${image}`, headers })

describe('a picture', () => {
  test('that is missing is 404; an invalid file name is rejected', async () => {
    for (const image of ['none.png', 'none.jpeg', `${'a'.repeat(22)}.jpg`])
      expect((await get(image)).status).toBe(404)
    for (const image of ['none.gif', '..%2Fnone.png', '.png']) expect((await get(image)).status).toBe(422)
  })

  test('that is rejected leaves no file and no product', async () => {
    const before = (await readdir(folder)).length
    const { status, body } = await upload(new File(['<html></html>'], 'slika.png', { type: 'image/png' }))
    expect([status, body.errors]).toEqual([422, { image: ['validation.image'] }])
    expect(await readdir(folder)).toHaveLength(before)
  })

  test('of 5242880 bytes is accepted, of one more rejected with 413', async () => {
    const bytes = await (await makePicture('jpeg')).bytes()
    const padded = (size: number) => {
      const file = new Uint8Array(size)
      file.set(bytes) // bytes after the end of a picture are ignored and not stored
      return new File([file], 'slika.jpg', { type: 'image/jpeg' })
    }
    expect((await upload(padded(MAX_IMAGE_BYTES))).status).toBe(200)
    expect((await upload(padded(MAX_IMAGE_BYTES + 1))).status).toBe(413)
  })

  test('gets a random name', async () => {
    const bytes = await (await makePicture('png')).bytes()
    for (const name of [
      '../../etc/cron.d/x.png',
      '..\\x.png',
      'CON.png',
      `${'x'.repeat(5000)}.png`,
      '\u202egnp.png',
    ]) {
      const { status, body } = await upload(new File([bytes], name))
      expect([name.slice(0, 20), status]).toEqual([name.slice(0, 20), 200])
      expect(body.image).toMatch(/^[\w-]{22}\.png$/)
    }
  })

  test('is served by its content, publicly and with an unlimited cache', async () => {
    const { body } = await upload(await makePicture('jpeg'))
    const { status, headers, bytes } = await get(body.image ?? '', { 'x-forwarded-host': 'evil.example' })
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await sharp(bytes).metadata()).format).toBe('jpeg')
    expect(JSON.stringify(headers)).not.toContain('evil.example')
    expect((await get(`${body.image}?x=1`, { range: 'bytes=0-0' })).status).toBeLessThan(300)
  })

  test('is found by its exact name only', async () => {
    await writeFile(join(config.dataDir, 'secret.png'), 'secret')
    for (const name of [
      '..%2f..%2fsecret.png',
      '%252e%252e%252fsecret.png',
      '..%5c..%5csecret.png',
      '%2fetc%2fpasswd',
    ])
      expect([name, (await get(name)).status]).toEqual([
        name,
        expect.toSatisfy((status) => status === 404 || status === 422),
      ])
    expect((await get('aaaaaaaaaaaaaaaaaaaaaa.png')).status).toBe(404)
    expect((await get('aaaaaaaaaaaaaaaaaaaaaa%00.png')).headers['cache-control']).toBe('no-store')
  })

  test('that was uploaded for two products is two files: one can be removed without the other', async () => {
    const file = await makePicture('png')
    const first = await upload(file)
    const second = await upload(file)
    expect(first.body.image).not.toBe(second.body.image)
    await openFileStore(config, 'products').remove(first.body.image ?? '')
    expect((await get(first.body.image ?? '')).status).toBe(404)
    expect((await get(second.body.image ?? '')).status).toBe(200)
  })
})

describe('the sweep', () => {
  const isNamed = (names: string[]) => picturesInUse(db, names)
  const HOUR = 3_600_000

  test('removes files that were unreferenced for an hour, and nothing else', async () => {
    const pictures = openFileStore(config, 'products')
    const save = () => pictures.save(Buffer.from('x'), 'png')
    const shown = await save()
    const orphan = await save()
    const leftover = `.${orphan}.new`
    await writeFile(join(folder, leftover), 'half')
    await makeProduct(db, { image: shown })
    expect(await pictures.sweep(isNamed, 0)).toBe(0)
    const young = await save()
    expect(await pictures.sweep(isNamed, HOUR)).toBeGreaterThanOrEqual(2)
    const left = await readdir(folder)
    const remaining = [shown, young, orphan, leftover].map((name) => left.includes(name))
    expect(remaining).toEqual([true, true, false, false])
  })

  test('keeps an old picture that was just replaced, because pages may still show it', async () => {
    const pictures = openFileStore(config, 'products')
    const image = await pictures.save(Buffer.from('x'), 'png')
    await utimes(join(folder, image), 0, 0)
    const { id } = await makeProduct(db, { image })
    await pictures.sweep(isNamed, 0)
    await db.updateTable('products').set({ image: null }).where('id', '=', id).execute()
    await pictures.sweep(isNamed, 2 * HOUR)
    expect(await readdir(folder)).toContain(image)
    await pictures.sweep(isNamed, 3 * HOUR)
    expect(await readdir(folder)).not.toContain(image)
  })
})

test('keeps pictures in texts', async () => {
  const name = `${'b'.repeat(22)}.jpg`
  await makeSlider(db, { type: 3, page_content: `<p><img src="/api/images/products/${name}" alt="" /></p>` })
  expect(await picturesInUse(db, [])).toEqual(new Set([name]))
})

test('handles more names than a statement has parameters', async () => {
  const { image } = await makeProduct(db, { image: 'shown.png' })
  const names = Array.from({ length: 70_000 }, (_, i) => `${i}.png`)
  expect(await picturesInUse(db, [...names, image ?? ''])).toContain('shown.png')
})
