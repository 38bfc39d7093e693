import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { asUser } from '../database/current-user.ts'
import { redraw } from './images.ts'

const square = (width = 40, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#c02020' } })
const png = await square().png().toBuffer()
const webp = await square().webp().toBuffer()
const tiff = await square().tiff().toBuffer()
const jpeg = await square().jpeg().toBuffer()
const take = (bytes: Buffer, name = 'slika.png') => redraw({ name, bytes }, 'image')
const refused = { code: 'validation.invalid', details: { errors: { image: ['validation.image'] } } }

/** One chunk of a PNG file. */
function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
}

/** A PNG that declares this size in a few kilobytes, with its first `rows` of pixels; further chunks precede them. */
function claimed(width: number, height: number, rows = height, ...extra: Buffer[]) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1 // one bit per pixel, grey
  const row = Buffer.alloc(Math.ceil(width / 8) + 1)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: rows }, () => row)))
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('rejects', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const zip = Buffer.from('PK\u0003\u0004', 'latin1')
  test.each([
    ['an SVG called png', svg, 'slika.png'],
    ['HTML called png', Buffer.from('<html><script></script>'), 'slika.png'],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1'), 'slika.jpg'],
    ['a zip with the end of a picture', Buffer.concat([zip, jpeg]), 'slika.jpg'],
    ['a picture whose last extension is another', png, 'slika.png.html'],
    ['a picture without an extension', png, 'png'],
    ['an empty file', Buffer.alloc(0), 'slika.png'],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), 'slika.jpg'],
    ['half a PNG', png.subarray(0, png.length - 20), 'slika.png'],
    ['a WebP', webp, 'slika.png'],
    ['a TIFF', tiff, 'slika.jpg'],
  ])('%s', async (_, bytes, name) => {
    await expect(take(bytes, name)).rejects.toMatchObject(refused)
  })
})

describe('re-encodes', () => {
  test('without data behind or inside a picture', async () => {
    const script = Buffer.from('<script>alert(document.cookie)</script>PK\u0003\u0004')
    const text = chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), script]))
    const hidden = Buffer.concat([png.subarray(0, 33), text, png.subarray(33), script])
    const { bytes, extension } = await take(hidden)
    expect([extension, bytes.includes('script')]).toEqual(['png', false])
    const behind = await take(Buffer.concat([jpeg, script]), 'SLIKA.JPEG')
    expect([behind.extension, behind.bytes.includes('script')]).toEqual(['jpg', false])
  })

  test('without its location', async () => {
    const exif = { IFD0: { Artist: 'Ana' }, IFD3: { GPSLatitude: '42/1 26/1 0/1', GPSLatitudeRef: 'N' } }
    const source = await square().jpeg().withExif(exif).toBuffer()
    expect((await sharp(source).metadata()).exif).toBeDefined()
    const { exif: left, icc, xmp } = await sharp((await take(source, 'a.jpg')).bytes).metadata()
    expect([left, icc, xmp]).toEqual([undefined, undefined, undefined])
  })

  test('upright, and at most 2000 pixels wide and high', async () => {
    const lying = await square(2500, 500).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const { width, height, orientation } = await sharp((await take(lying, 'a.jpg')).bytes).metadata()
    expect([width, height, orientation]).toEqual([400, 2000, undefined])
  })

  test('by its content, not by its extension: a PNG called jpg remains a PNG', async () => {
    expect((await take(png, 'slika.jpg')).extension).toBe('png')
  })

  test('without unpacking megabytes of compressed text and a colour profile', async () => {
    const text = chunk(
      'zTXt',
      Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000))]),
    )
    const result = await take(claimed(64, 64, 64, text)).catch((error) => error)
    if (!(result instanceof Error)) expect(result.bytes.length).toBeLessThan(5000)
    else expect(result).toMatchObject(refused)
  })
})

test.each([
  ['60000 by 60000 pixels', claimed(60_000, 60_000, 500)],
  ['49 million pixels, all of them there', claimed(7000, 7000)],
  ['a few more than 25 million', claimed(5001, 5000)],
])('a picture of %s is rejected with a reason', async (_, bytes) => {
  await expect(take(bytes)).rejects.toMatchObject({
    details: { errors: { image: ['validation.large_image'] }, params: { max: 25 } },
  })
})

test("forty pictures of one caller in turn, and another caller's between them", async () => {
  const order: string[] = []
  const takeAs = (id: number) =>
    asUser({ id }, async () => {
      await take(png)
      order.push(String(id))
    })
  await Promise.all([...Array.from({ length: 40 }, () => takeAs(1)), takeAs(2)])
  expect(order).toHaveLength(41)
  expect(order.indexOf('2')).toBeLessThan(5)
})
