import { existsSync, readdirSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { products } from '@kontor/contract/products'
import { technicalSupport } from '@kontor/contract/technicalSupport'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openStorageDriver } from '../src/lib/storage/storage.ts'
import { listen, startApp } from './app.ts'
import { eventually } from './eventually.ts'
import { makePicture } from './make.ts'
import { type Fault, startS3 } from './s3-server.ts'
import { scratch } from './scratch.ts'
import { startServer } from './start-server.ts'

const storage = await startS3()
afterAll(() => storage.stop())
const { app, another, config, db, call, inject, staff } = await startApp({ FILES_URL: storage.url() })
const { port } = await listen(app)
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => {
  storage.heal()
  vi.useRealTimers()
})
/** Lets the timeout of the storage pass. */
const timePasses = () => void vi.advanceTimersByTime(2 * (config.s3?.maxWaitMs ?? 0))
const driver = openStorageDriver(config)
const large = Buffer.alloc(8_000_000, 'k')

const add = (bytes: Buffer | string = 'sadržaj') =>
  call(technicalSupport.create, {
    form: { name: 'Fajl', is_item: 'true' } as never,
    files: { file: new File([new Uint8Array(Buffer.from(bytes))], 'a.bin') },
  })
let added = 0
const addProduct = async () =>
  call(products.create, {
    form: {
      erp_code: `A-${added++}`,
      name: 'Proizvod',
      description: null,
      price: '1',
      quantity: '1',
    } as never,
    files: { image: await makePicture('png') },
  })
const get = (id: number, headers: Record<string, string> = {}) =>
  inject({
    url: `/api/technical_support/file/${id}`,
    headers: { authorization: `Bearer ${staff}`, ...headers },
  })
const rows = async () => ({
  files: (await db.selectFrom('technical_support').select('id').execute()).length,
  products: (await db.selectFrom('products').select('id').execute()).length,
})
const arriving = () => {
  const folder = join(config.dataDir, 'arriving')
  return existsSync(folder) ? readdirSync(folder) : []
}
const only =
  (method: string, then: (...args: Parameters<Fault>) => unknown): Fault =>
  (request, response) => {
    if (request.method !== method) return false
    then(request, response)
    return true
  }
const refuse =
  (status: number, code = ''): Fault =>
  (_, response) =>
    Boolean(response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`))

describe('an upload is rejected, and nothing of it is stored,', () => {
  test.for([
    ['while the storage refuses our keys', refuse(403, 'InvalidAccessKeyId'), 503, 'error.files_unavailable'],
    ['while it hangs', timePasses, 503, 'error.files_unavailable'],
    [
      'when it dies in the middle',
      (request) => void request.once('data', () => request.destroy()),
      503,
      'error.files_unavailable',
    ],
    [
      'when it keeps other bytes',
      (request, response) => {
        request
          .resume()
          .once('end', () => response.writeHead(200, { etag: '"d41d8cd98f00b204e9800998ecf8427e"' }).end())
      },
      503,
      'error.files_unavailable',
    ],
    ['when it is full', refuse(507, 'XMinioStorageFull'), 507, 'error.disk_full'],
  ] as [string, (...args: Parameters<Fault>) => unknown, number, string][])(
    '%s',
    async ([, fault, status, message]) => {
      const before = { rows: await rows(), kept: await driver.list() }
      storage.state.fault = only('PUT', fault)
      for (const { status: answered, body } of [await add(large), await addProduct()])
        expect([answered, body.message]).toEqual([status, message])
      storage.heal()
      expect({ rows: await rows(), kept: await driver.list() }).toEqual(before)
      expect(arriving()).toEqual([])
    },
  )
})

describe('a download', () => {
  test('of a missing file is 404, with an unreachable storage 503 without headers of a file', async () => {
    const { body: gone } = await add()
    const { body: kept } = await add()
    const { file } = await db
      .selectFrom('technical_support')
      .select('file')
      .where('id', '=', gone.id)
      .executeTakeFirstOrThrow()
    await driver.remove(`technical_support/${file}`)
    expect((await get(gone.id)).status).toBe(404)
    for (const fault of [
      refuse(403, 'AccessDenied'),
      refuse(503),
      only('GET', refuse(404, 'NoSuchBucket')),
    ]) {
      storage.state.fault = fault
      const { status, body, headers } = await get(kept.id)
      expect([status, body.message]).toEqual([503, 'error.files_unavailable'])
      expect([headers.etag, headers['content-disposition']]).toEqual([undefined, undefined])
    }
    storage.heal()
    expect((await get(kept.id)).bytes.toString()).toBe('sadržaj')
  })

  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${staff}` }
      httpRequest({ port, path, headers }, resolve).on('error', reject).end()
    })
  const half = only('GET', (_, response) => {
    response.writeHead(200, { 'content-length': large.length }).write(large.subarray(0, 1_000_000))
  })

  test('that the storage interrupts or stalls is no complete file', async () => {
    const { body: node } = await add(large)
    const { body: product } = await addProduct()
    for (const path of [`/api/technical_support/file/${node.id}`, `/api/images/products/${product.image}`]) {
      storage.state.fault = half
      const answer = await ask(path)
      expect(answer.statusCode).toBe(200)
      if (path.includes('file')) await new Promise((resolve) => answer.once('data', resolve))
      if (path.includes('images')) storage.heal() // the first storage does not respond, the second one fails
      const whole = answer.toArray()
      whole.catch(() => {})
      await eventually(() => {
        timePasses()
        expect(answer.destroyed).toBe(true)
      })
      await expect(whole).rejects.toThrow('aborted')
      storage.heal()
    }
  })

  test('that the storage truncates is interrupted at once', async () => {
    const { body: node } = await add(large)
    storage.state.fault = only('GET', (_, response) =>
      response.writeHead(200, { 'content-length': 5 }).end('hello'),
    )
    const answer = await ask(`/api/technical_support/file/${node.id}`)
    await expect(answer.toArray()).rejects.toThrow('aborted')
    storage.heal()
  })

  test('that the client aborts is aborted at the storage', async () => {
    const { body: node } = await add(large)
    storage.state.fault = half
    const answer = await ask(`/api/technical_support/file/${node.id}`)
    expect(storage.state.open).toBe(1)
    answer.destroy()
    await eventually(() => expect(storage.state.open).toBe(0))
  })
})

test('a file uploaded to one node is served by another, and neither has a folder of files', async () => {
  const place = await scratch()
  const other = await another({ config: { ...config, dataDir: place.dataDir } })
  const { body: node } = await add(large)
  const { body: product } = await addProduct()
  const headers = { authorization: `Bearer ${staff}` }
  const document = await other.inject({ url: `/api/technical_support/file/${node.id}`, headers })
  expect(document.rawPayload.equals(large)).toBe(true)
  const picture = await other.inject({ url: `/api/images/products/${product.image}` })
  expect([picture.statusCode, picture.headers['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
  for (const { dataDir } of [config, place]) expect(existsSync(join(dataDir, 'files'))).toBe(false)
  await other.close()
  await place.drop()
})

describe('the state of the storage', () => {
  const ready = async (fault?: Fault) => {
    const node = await another()
    storage.state.fault = fault
    const { statusCode, body } = await node.inject({ url: '/ready' })
    storage.heal()
    await node.close()
    return [statusCode, JSON.parse(body)]
  }

  test('is part of /ready: rejected credentials make the node not ready, an outage does not', async () => {
    expect(await ready()).toEqual([200, { status: 'ready' }])
    const wrong = expect.objectContaining({ message: 'error.files_unavailable' })
    expect(await ready(refuse(403, 'SignatureDoesNotMatch'))).toEqual([503, wrong])
    expect(await ready(refuse(404, 'NoSuchBucket'))).toEqual([503, wrong])
    const silent = [200, { status: 'ready', files: 'unavailable' }]
    const hangs = () => {
      timePasses()
      return true
    }
    expect(await ready(hangs)).toEqual(silent)
    expect(await ready((request) => Boolean(request.socket.destroy()))).toEqual(silent)
  })

  test('is checked at the start, which fails without printing a secret', async () => {
    const place = await scratch({ migrated: true })
    const url = storage.url({ login: 'S3RVER:topsecret' })
    const { exit, printed, complaint } = await startServer(place, { FILES_URL: url })
    expect((await exit)[0]).toBe(1)
    const message = `FILES_URL: ${storage.host} does not know these keys (403 SignatureDoesNotMatch).\n`
    expect([await complaint, printed.join()]).toEqual([message, expect.not.stringContaining('topsecret')])
    await place.drop()
  })
})
