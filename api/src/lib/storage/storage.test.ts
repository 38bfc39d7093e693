import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startS3 } from '../../../test/s3-server.ts'
import { readConfig } from '../../config.ts'
import { invalidField } from '../http/http-error.ts'
import { openUploadSpool } from './documents.ts'
import { bucketOf } from './s3-request.ts'
import { type FileStore, openFileStore, openStorageDriver, withFiles } from './storage.ts'

/** Simulates a disk that becomes full while a file is written, and folders on different disks. */
const disk = vi.hoisted(() => ({ isFull: false, mounted: 'nothing' }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const writeFile: typeof real.writeFile = async (path, data, options) => {
    if (!disk.isFull) return real.writeFile(path, data, options)
    await real.writeFile(path, 'half', options)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    })
  }
  const rename: typeof real.rename = async (from, to) => {
    if (String(from).includes(disk.mounted) !== String(to).includes(disk.mounted))
      throw Object.assign(new Error('EXDEV: cross-device link not permitted, rename'), { code: 'EXDEV' })
    return real.rename(from, to)
  }
  return { ...real, writeFile, rename }
})

const dataDir = await mkdtemp(join(tmpdir(), 'kontor-files-'))
const storage = await startS3()
afterAll(async () => {
  await storage.stop()
  await rm(dataDir, { recursive: true })
})
const onDisk = { dataDir }
const inBucket = { dataDir: '/nowhere', s3: readConfig({ FILES_URL: storage.url() }).s3 }
const files = openFileStore(onDisk, 'pictures')
const folder = join(dataDir, 'files/pictures')
const HOUR = 3_600_000
const notFound = { code: 'error.not_found' }
const picture = Buffer.from('bytes')

async function bytesOf(store: FileStore, name: string) {
  const { body } = await store.send(name)
  return Buffer.isBuffer(body) ? body : buffer(body)
}

describe.for([
  ['on the disk', onDisk],
  ['in a bucket', inBucket],
] as const)('files %s', ([, place]) => {
  const store = openFileStore(place, 'kind')
  const driver = openStorageDriver(place, 'kind')

  test('have only names that the store has generated', async () => {
    await openFileStore(place, 'other').save(picture, 'png')
    const [other = ''] = await openStorageDriver(place, 'other').list()
    for (const name of [`../other/${other}`, '/etc/passwd', 'aaaaaaaaaaaaaaaaaaaaaa.png', 'x.png', '', '.'])
      await expect(store.send(name), name).rejects.toMatchObject(notFound)
    await expect(store.send('a\0.png')).rejects.toMatchObject(notFound)
    for (const name of [`../other/${other}`, 'aaaaaaaaaaaaaaaaaaaaaa', ''])
      for (const ask of ['size', 'read'] as const)
        await expect(store.content(name)[ask](), name).rejects.toMatchObject(notFound)
    await store.remove(`../other/${other}`)
    expect(await openStorageDriver(place, 'other').list()).toEqual([other])
  })

  test('are stored twice when they are uploaded twice, without temporary files', async () => {
    const names = await Promise.all([store.save(picture, 'jpg'), store.save(picture, 'jpg')])
    expect((await driver.list()).sort()).toEqual(names.toSorted())
    expect(names[0]).not.toBe(names[1])
    await store.remove(names[0])
    await store.remove(names[0])
    await expect(store.send(names[0])).rejects.toMatchObject(notFound)
    expect(await bytesOf(store, names[1])).toEqual(picture)
    await store.remove(names[1])
  })

  test('that were uploaded are read whole and in ranges, empty ones too', async () => {
    const inbox = openUploadSpool({ ...place, dataDir }).inbox()
    const sent = randomBytes(300_000)
    const arrived = await inbox.receive(Readable.from([sent]), 'a.bin', 1e6)
    const content = store.content(await store.saveDocument(arrived))
    expect([arrived.size, await content.size()]).toEqual([sent.length, sent.length])
    expect(await buffer(await content.read())).toEqual(sent)
    expect(await buffer(await content.read({ start: 70_000, end: 70_009 }))).toEqual(
      sent.subarray(70_000, 70_010),
    )
    const empty = store.content(
      await store.saveDocument(await inbox.receive(Readable.from([]), 'b.bin', 1e6)),
    )
    expect([await content.size(), await buffer(await empty.read())]).toEqual([sent.length, Buffer.alloc(0)])
    await inbox.empty()
    for (const name of await driver.list()) await store.remove(name)
  })

  test('that are unreferenced are removed after an hour, also by another node', async () => {
    const saved = Array.from({ length: 50 }, () => store.save(picture, 'png'))
    const [named = '', ...orphans] = await Promise.all(saved)
    const other = openFileStore(place, 'kind')
    const isNamed = async () => new Set([named])
    const begin = Date.now()
    for (const now of [begin, begin + HOUR - 1])
      expect(await Promise.all([store.sweep(isNamed, now), other.sweep(isNamed, now)])).toEqual([0, 0])
    expect(await driver.list()).toHaveLength(orphans.length + 1)
    await Promise.all([store.sweep(isNamed, begin + HOUR), other.sweep(isNamed, begin + HOUR)])
    expect(await driver.list()).toEqual([named])
    await store.remove(named)
  })

  test('that are younger than a draft are kept without a reference', async () => {
    const drafts = openFileStore(place, 'drafts', 24 * HOUR)
    const name = await drafts.save(picture, 'png')
    const now = Date.now()
    const sweep = (hours: number) => drafts.sweep(async () => new Set<string>(), now + hours * HOUR)
    expect([await sweep(0), await sweep(2), await sweep(23)]).toEqual([0, 0, 0])
    expect(await openStorageDriver(place, 'drafts').list()).toEqual([name])
    expect(await sweep(25)).toBe(1)
    expect(await openStorageDriver(place, 'drafts').list()).toEqual([])
  })

  test('of a rejected row are removed, and kept when the result is unknown', async () => {
    const failing = (error: Error) =>
      withFiles(store, async (files) => {
        await files.save(picture, 'png')
        throw error
      })
    await expect(failing(invalidField('name', 'validation.exists'))).rejects.toThrow('validation.invalid')
    expect(await driver.list()).toEqual([])
    await expect(failing(new Error('Connection terminated unexpectedly'))).rejects.toThrow('terminated')
    expect(await driver.list()).toHaveLength(1)
  })
})

test('a name that leads to a folder is no picture', async () => {
  await symlink(dataDir, join(folder, 'aaaaaaaaaaaaaaaaaaaaaa.png'))
  await expect(files.send('aaaaaaaaaaaaaaaaaaaaaa.png')).rejects.toMatchObject(notFound)
  await expect(openStorageDriver(onDisk).list()).rejects.toThrow('png is a link, and a backup would lack')
  await rm(join(folder, 'aaaaaaaaaaaaaaaaaaaaaa.png'))
})

test('a full disk leaves no incomplete file', async () => {
  const before = await readdir(folder)
  disk.isFull = true
  await expect(files.save(picture, 'png')).rejects.toMatchObject({ code: 'ENOSPC' })
  disk.isFull = false
  expect(await readdir(folder)).toEqual(before)
})

test('an upload is stored on another disk that is mounted below the files', async () => {
  disk.mounted = '/pictures/'
  const inbox = openUploadSpool(onDisk).inbox()
  const document = await inbox.receive(Readable.from([picture]), 'a.pdf', 100)
  const name = await files.saveDocument(document)
  disk.mounted = 'nothing'
  expect(await buffer(await files.content(name).read())).toEqual(picture)
  expect(await readdir(join(dataDir, 'files/arriving'))).toEqual([])
  await files.remove(name)
})

test('a removed folder is created again', async () => {
  await rename(folder, `${folder}-away`)
  expect(await bytesOf(files, await files.save(picture, 'png'))).toEqual(picture)
  await rm(folder, { recursive: true })
  await rename(`${folder}-away`, folder)
})

test('foreign files in a bucket are not touched by a sweep or a backup', async () => {
  const { s3 } = inBucket
  if (!s3) throw new Error('the storage is set')
  const ask = bucketOf(s3)
  const body = { size: 0, sha256: createHash('sha256').digest('hex'), open: () => Readable.from([]) }
  ;(await ask({ method: 'PUT', path: 'office/foreign/to%20us', body })).resume()
  expect(await openStorageDriver(inBucket, 'foreign').list()).toEqual([])
})
