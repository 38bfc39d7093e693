import { mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { invalidField } from '../serve/refusal.ts'
import { openFiles, withFiles } from './files.ts'

/** A disk that is full before the end of a file. */
const disk = vi.hoisted(() => ({ isFull: false }))
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
  return { ...real, writeFile }
})

const dataDir = await mkdtemp(join(tmpdir(), 'kontor-files-'))
afterAll(() => rm(dataDir, { recursive: true }))
const files = openFiles(dataDir, 'pictures')
const folder = join(dataDir, 'files/pictures')
const HOUR = 3_600_000
const notFound = { code: 'error.not_found' }
const bytesOf = async (name: string) => {
  const { body } = await files.send(name)
  return Buffer.isBuffer(body) ? body : buffer(body)
}

test('answers nothing but files that it named itself', async () => {
  await writeFile(join(dataDir, 'secret.png'), 'secret')
  await symlink(dataDir, join(folder, 'aaaaaaaaaaaaaaaaaaaaaa.png'))
  for (const name of [
    '../../secret.png',
    '/etc/passwd',
    'aaaaaaaaaaaaaaaaaaaaaa.png',
    'x.png',
    '',
    '.',
    'a\0.png',
  ])
    await expect(files.send(name)).rejects.toMatchObject(notFound)
  await rm(join(folder, 'aaaaaaaaaaaaaaaaaaaaaa.png'))
})

test('removes nothing but files that it named itself', async () => {
  await files.remove('../../secret.png')
  expect(await readdir(dataDir)).toContain('secret.png')
})

test('keeps the same bytes twice under two names, and leaves no half file', async () => {
  const names = [await files.save(Buffer.from('bytes'), 'jpg'), await files.save(Buffer.from('bytes'), 'jpg')]
  expect((await readdir(folder)).sort()).toEqual(names.toSorted())
  expect(names[0]).not.toBe(names[1])
  await files.remove(names[0] ?? '')
  await expect(files.send(names[0] ?? '')).rejects.toMatchObject(notFound)
  expect(await bytesOf(names[1] ?? '')).toEqual(Buffer.from('bytes'))
})

test('two nodes that sweep at once take each orphan away and do not trip over each other', async () => {
  const orphans = await Promise.all(Array.from({ length: 50 }, () => files.save(Buffer.from('x'), 'png')))
  const other = openFiles(dataDir, 'pictures')
  const isNamed = async () => new Set<string>()
  for (const now of [0, HOUR]) await Promise.all([files.sweep(isNamed, now), other.sweep(isNamed, now)])
  const left = await readdir(folder)
  expect(orphans.filter((name) => left.includes(name))).toEqual([])
})

test('leaves what is younger than a draft may be, however long nobody has named it', async () => {
  const drafts = openFiles(dataDir, 'drafts', 24 * HOUR)
  const [young, old] = [
    await drafts.save(Buffer.from('x'), 'png'),
    await drafts.save(Buffer.from('x'), 'png'),
  ]
  const now = Date.now()
  await utimes(join(dataDir, 'files/drafts', old), 0, now / 1000 - 25 * 3600)
  for (const at of [now - HOUR, now]) await drafts.sweep(async () => new Set<string>(), at)
  expect(await readdir(join(dataDir, 'files/drafts'))).toEqual([young])
})

test('a full disk leaves no half file', async () => {
  const before = await readdir(folder)
  disk.isFull = true
  await expect(files.save(Buffer.from('x'), 'png')).rejects.toMatchObject({ code: 'ENOSPC' })
  disk.isFull = false
  expect(await readdir(folder)).toEqual(before)
})

test('a folder that somebody has moved away is made again', async () => {
  await rename(folder, `${folder}-away`)
  expect(await bytesOf(await files.save(Buffer.from('x'), 'png'))).toEqual(Buffer.from('x'))
  await rm(folder, { recursive: true })
  await rename(`${folder}-away`, folder)
})

test('what was kept for a row goes when the row is refused, and stays when nobody knows', async () => {
  const before = await readdir(folder)
  const failing = (error: Error) =>
    withFiles(files, async (kept) => {
      await kept.save(Buffer.from('x'), 'png')
      throw error
    })
  await expect(failing(invalidField('name', 'validation.exists'))).rejects.toThrow('validation.invalid')
  expect(await readdir(folder)).toEqual(before)
  await expect(failing(new Error('Connection terminated unexpectedly'))).rejects.toThrow('terminated')
  expect(await readdir(folder)).toHaveLength(before.length + 1)
})
