import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { type Fault, startS3 } from '../../../test/s3-server.ts'
import { proveS3 } from './s3.ts'
import { readFilesSettings } from './settings.ts'
import { openStorageDriver } from './storage.ts'

const storage = await startS3()
afterAll(() => storage.stop())
afterEach(() => storage.heal())
/** Timeouts are long for slow machines; tests of the timeout itself use a second. */
const hasty = { query: 'tls=0&timeout=1' }

function settingsOf(url: string) {
  const wrong: string[] = []
  const settings = readFilesSettings(() => url, wrong)
  if (!settings) throw new Error(wrong.join())
  return settings
}
const shelfAt = (url: string) => openStorageDriver({ dataDir: '/nowhere', s3: settingsOf(url) }, 'kind')
const driver = shelfAt(storage.url())
const bytes = randomBytes(3_000_000)

describe('the address of a bucket', () => {
  test.for([
    'https://KEY:hush@s3.example.com/bucket',
    's3://s3.example.com/bucket',
    's3://KEY@s3.example.com/bucket',
    's3://:hush@s3.example.com/bucket',
    's3://KEY:hush@s3.example.com',
    's3://KEY:hush@s3.example.com/',
    's3://KEY:hush@s3.example.com/bucket/a b',
    's3://KEY:hush@s3.example.com/bucket?regoin=x',
    's3://KEY:hush@s3.example.com/bucket?tls=no',
    's3://KEY:hush@s3.example.com/bucket?timeout=0',
    's3://KEY:hush@s3.example.com/bucket#a',
    's3://KEY:hush%@s3.example.com/bucket',
    's3://KEY:hu/sh@s3.example.com/bucket',
    's3://KEY:hush@:9000/bucket',
  ])('%s is invalid, and its secret is not printed', (url) => {
    const wrong: string[] = []
    expect(readFilesSettings(() => url, wrong)).toBeUndefined()
    expect(wrong).toEqual([expect.stringMatching(/^FILES_URL must be an address like/)])
    expect(wrong[0]).not.toContain('hush')
  })

  test('has host, bucket, folder, and credentials with any characters', () => {
    const url = 's3://A%2FB:c%2Fd%2B%3D%40@s3.example.com:9000/my.bucket/offices/one/?region=eu-central-1'
    expect(settingsOf(url)).toEqual({
      origin: 'https://s3.example.com:9000',
      bucket: 'my.bucket',
      prefix: 'offices/one/',
      region: 'eu-central-1',
      key: 'A/B',
      secret: 'c/d+=@',
      maxWaitMs: 10_000,
    })
    expect(settingsOf('s3://K:S@127.0.0.1:9000/bucket?tls=0')).toMatchObject({
      origin: 'http://127.0.0.1:9000',
      prefix: '',
      region: 'us-east-1',
    })
  })
})

describe('a start', () => {
  const silent = 's3://S3RVER:topsecret@127.0.0.1:1/kontor?tls=0'
  test.for([
    [storage.url({ login: 'NOBODY:topsecret' }), /does not know these keys \(403 InvalidAccessKeyId\)/],
    [storage.url({ login: 'S3RVER:topsecret' }), /does not know these keys \(403 SignatureDoesNotMatch\)/],
    [storage.url({ path: 'nobucket' }), /has no bucket nobucket: make it first \(404 NoSuchBucket\)/],
    [silent, /127\.0\.0\.1:1 does not answer \(ECONNREFUSED\)/],
  ] as const)('fails with one sentence: %s', async ([url, sentence]) => {
    const refused = await proveS3(settingsOf(url)).catch((error) => error)
    expect([refused.name, refused.message]).toEqual(['StartupError', expect.stringMatching(sentence)])
    expect(refused.message).not.toContain('topsecret')
  })

  test('fails when the storage does not answer, and when the credentials may only read', async () => {
    storage.state.fault = () => true
    await expect(proveS3(settingsOf(storage.url(hasty)))).rejects.toThrow('does not answer (ETIMEDOUT)')
    storage.state.fault = ({ method }, response) =>
      method === 'PUT' && Boolean(response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'))
    await expect(proveS3(settingsOf(storage.url()))).rejects.toThrow(
      'does not let these keys put, list, get and delete in kontor',
    )
  })

  test('succeeds when it works', async () => {
    await proveS3(settingsOf(storage.url()))
  })
})

/** A PUT is intercepted after part of its body. */
const midway =
  (then: (response: Parameters<Fault>[1]) => void): Fault =>
  (request, response) => {
    if (request.method !== 'PUT') return false
    request.once('data', () => {
      request.pause()
      then(response)
    })
    return true
  }

describe('storing a file', () => {
  test.for([
    ['that dies before a byte', ((_, response) => Boolean(response.destroy())) as Fault],
    ['that dies in the middle', midway((response) => void response.destroy())],
    ['that takes nothing more', midway(() => {})],
    ['that refuses in the middle', midway((response) => void response.writeHead(500).end())],
    ['that sends us elsewhere', (_, response) => Boolean(response.writeHead(307, { location: '/x' }).end())],
    ['that is full', (_, response) => Boolean(response.writeHead(507).end())],
  ] as [string, Fault][])('fails with a storage %s', async ([, fault]) => {
    storage.state.fault = fault
    const putting = shelfAt(storage.url(hasty)).put('none', { bytes })
    await expect(putting).rejects.toThrow('FILES_URL: PUT kontor/office/kind/none')
    storage.heal()
    expect(await driver.list()).toEqual([])
  })

  test('fails when the storage reports other content', async () => {
    storage.state.fault = (request, response) => {
      const { writeHead } = response
      // The response names an ETag of other bytes than were stored.
      response.writeHead = ((...args: Parameters<typeof writeHead>) => {
        if (request.method === 'PUT') response.setHeader('etag', '"d41d8cd98f00b204e9800998ecf8427e"')
        return writeHead.apply(response, args)
      }) as typeof writeHead
      return false
    }
    await expect(driver.put('other', { bytes })).rejects.toThrow('stored content differs')
    expect(storage.asked.at(-1)).toBe('DELETE /kontor/office/kind/other')
    storage.heal()
    expect(await driver.list()).toEqual([])
  })

  test('succeeds when the storage closed a reused connection', async () => {
    await driver.put('first', { bytes })
    let closed = 0
    storage.state.fault = (request) => {
      if (closed++ > 0) return false
      request.socket.destroy()
      return true
    }
    await driver.put('second', { bytes })
    expect(closed).toBe(2)
    expect((await driver.list()).sort()).toEqual(['first', 'second'])
    for (const path of ['first', 'second']) await driver.remove(path)
  })
})

test('lists all pages, and omits foreign names', async () => {
  const page = (keys: string[], more = '') =>
    `<ListBucketResult>${keys.map((key) => `<Contents><Key>office/kind/${key}</Key></Contents>`).join('')}${more}</ListBucketResult>`
  const next = '<NextContinuationToken>a+/=&amp;&#34;b</NextContinuationToken>'
  storage.state.fault = ({ url }, response) => {
    const token = new URLSearchParams(url?.split('?')[1]).get('continuation-token')
    const pages = new Map([
      [null, page(['one', 'another &amp; one'], next)],
      ['a+/=&"b', page(['two'])],
    ])
    response.end(pages.get(token))
    return true
  }
  expect(await driver.list()).toEqual(['one', 'two'])
})

describe('reading a file', () => {
  test('fails when the storage stops in the middle, and closes the connection', async () => {
    await driver.put('large', { bytes })
    for (const then of ['dies', 'stops']) {
      storage.state.fault = (_, response) => {
        response.writeHead(200, { 'content-length': bytes.length })
        response.write(bytes.subarray(0, 1_000_000), () => then === 'dies' && response.destroy())
        return true
      }
      await expect(buffer(await shelfAt(storage.url(hasty)).read('large')), then).rejects.toThrow()
      await eventually(() => expect(storage.state.open).toBe(0))
    }
  })

  test('never returns another range than requested', async () => {
    storage.state.fault = (_, response) => Boolean(response.writeHead(200).end(bytes))
    await expect(driver.read('large', { start: 5, end: 9 })).rejects.toThrow('200 not the requested range')
  })

  test('does not report a missing file when the bucket is missing', async () => {
    const other = shelfAt(storage.url({ path: 'nobucket' }))
    await expect(other.read('large')).rejects.toThrow('404 NoSuchBucket')
    await expect(driver.read('none')).rejects.toMatchObject({ code: 'error.not_found' })
  })

  test('releases the connection when the reader stops', async () => {
    const reading = await driver.read('large')
    reading.destroy()
    await eventually(() => expect(storage.state.open).toBe(0))
  })
})
