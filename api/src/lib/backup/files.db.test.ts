import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { startS3 } from '../../../test/s3-server.ts'
import { scratch } from '../../../test/scratch.ts'
import { migrationsDir } from '../../../test/template.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../database/database.ts'
import { recordStorageLocation, requireOwnFiles } from '../storage/location.ts'
import { proveS3 } from '../storage/s3.ts'
import type { StorageLocation } from '../storage/settings.ts'
import { openStorageDriver } from '../storage/storage.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

const place = await scratch({ migrated: true })
const storage = await startS3()
const { pool, close } = await openDatabase({ ...place, migrationsDir })
afterAll(async () => {
  await close()
  await place.drop()
  await storage.stop()
})

const inBucket = (path: string) => {
  const { s3 } = readConfig({ FILES_URL: storage.url({ path }) })
  if (!s3) throw new Error('it is set')
  return { dataDir: join(place.dataDir, path), s3 }
}

async function contentOf(files: StorageLocation) {
  const driver = openStorageDriver(files)
  const read = async (path: string) => [path, await buffer(await driver.read(path))] as const
  return new Map(await Promise.all((await driver.list()).sort().map(read)))
}

test('a backup moves files from a disk to a bucket, and the reverse', async () => {
  const bucket = inBucket('kontor')
  const folder = inBucket('kontor/folder')
  const disk = { dataDir: place.dataDir }
  const back = { dataDir: join(place.dataDir, 'back') }
  const files = new Map([
    ['products/aaaaaaaaaaaaaaaaaaaaaa.png', randomBytes(200_000)],
    ['services/bbbbbbbbbbbbbbbbbbbbbb', Buffer.alloc(0)],
    ['technical_support/cccccccccccccccccccccc', Buffer.from('čć')],
  ])
  for (const [path, bytes] of files) await openStorageDriver(disk).put(path, { bytes })

  const transfers = [
    [disk, bucket],
    [bucket, folder],
    [folder, back],
  ] as const
  for (const [number, [from, to]] of transfers.entries()) {
    if ('s3' in to) await proveS3(to.s3) // the check leaves a marker file that is not user content
    const path = join(place.dataDir, `${number}.zip`)
    expect((await writeBackup(pool, path, from)).files).toBe(files.size)
    await restoreBackup({ ...to, pool, path, migrationsDir, replace: true, log: () => {} })
    const found = await contentOf(to)
    for (const [name, bytes] of files) expect(found.get(name), name).toEqual(bytes)
  }
}, 120_000) // builds the whole schema three times

test("a backup without the server's storage fails", async () => {
  await pool.query('DELETE FROM storage_location')
  const bucket = inBucket('kontor/server')
  const printed = [] as string[]
  const path = join(place.dataDir, 'elsewhere.zip')
  const print = (line: string) => void printed.push(line)
  await recordStorageLocation(pool, bucket, print)
  expect(printed).toEqual([]) // the first run
  await expect(writeBackup(pool, path, { dataDir: place.dataDir })).rejects.toThrow(
    /in 127\.0\.0\.1:\d+\/.*kontor\/server\/: set the same FILES_URL/,
  )
  await recordStorageLocation(pool, { dataDir: join(place.dataDir, 'server') }, print)
  expect(printed).toEqual([expect.stringContaining('to DATA_DIR/files of a server')])
  await expect(writeBackup(pool, path, bucket)).rejects.toThrow('unset FILES_URL')
  expect(existsSync(path)).toBe(false)
  await pool.query('DELETE FROM storage_location')
})

test('a backup and a start without the folder of the files fail: of another one, or below a missing mount', async () => {
  const disk = { dataDir: join(place.dataDir, 'marked') }
  const other = { dataDir: join(place.dataDir, 'unmarked') }
  const path = join(place.dataDir, 'marked.zip')
  const start = (location: StorageLocation) => recordStorageLocation(pool, location, () => {})
  await Promise.all([start(disk), start(disk)]) // two nodes that share it
  await start(disk)
  const { rows } = await pool.query('SELECT mark FROM storage_location')
  const [folder, wrong] = [disk, other].map(({ dataDir }) => join(dataDir, 'files')) as [string, string]
  const words = `The files of this database are not in ${wrong}: set the DATA_DIR of the server`
  await expect(writeBackup(pool, path, other)).rejects.toThrow(words)
  await expect(start(other)).rejects.toThrow(words)
  renameSync(folder, `${folder}.away`)
  mkdirSync(folder)
  await expect(writeBackup(pool, path, disk)).rejects.toThrow(`write ${rows[0].mark} into ${folder}/.mark.`)
  await expect(start(disk)).rejects.toThrow('mount what is missing')
  rmdirSync(folder)
  expect(existsSync(path)).toBe(false)
  renameSync(`${folder}.away`, folder)
  expect((await writeBackup(pool, path, disk)).files).toBe(0) // the mark is no file of the office
  writeFileSync(join(wrong, '.mark'), `${rows[0].mark}\n`)
  await start(other)
  await pool.query('DELETE FROM storage_location')
})

test.for(['disk', 'bucket'] as const)('the files on a %s are not used by another database', async (kind) => {
  const files = kind === 'disk' ? { dataDir: join(place.dataDir, 'owned') } : inBucket('kontor/owned')
  const marks = async () => (await pool.query('SELECT bucket, mark FROM storage_location')).rows
  const driver = openStorageDriver(files)
  await driver.put(`products/${'a'.repeat(22)}.png`, { bytes: randomBytes(10) })
  const start = () => recordStorageLocation(pool, files, () => {})
  await start()
  const own = await marks()
  await pool.query('DELETE FROM storage_location') // as in a database that was just made
  await expect(start()).rejects.toThrow('has the files of another database, which this one would remove')
  expect(await marks()).toEqual([])
  await pool.query(`INSERT INTO storage_location (bucket, mark) VALUES ('elsewhere', 'another')`)
  await expect(start()).rejects.toThrow('has the files of another database')
  const written = () => driver.read('.mark').then(buffer).then(String)
  expect(await written()).toBe(`${own[0].mark}\n`)
  await pool.query('UPDATE storage_location SET bucket = $1, mark = NULL', [own[0].bucket])
  await start() // an older version had recorded the place, after an upgrade that was taken back
  expect(await marks()).toEqual(own)
  await pool.query(`UPDATE storage_location SET bucket = 'elsewhere', mark = 'another'`)
  await driver.put('.mark', { bytes: Buffer.alloc(0) }) // as a full disk may have left it
  await start()
  expect(await marks()).toEqual([{ bucket: own[0].bucket, mark: 'another' }])
  expect(await written()).toBe('another\n')
  await pool.query('DELETE FROM storage_location')
})

test('restored files are those of the restored database alone, also before its first start', async () => {
  const disk = { dataDir: join(place.dataDir, 'restored') }
  const path = join(place.dataDir, 'restored.zip')
  const start = (location: StorageLocation) => recordStorageLocation(pool, location, () => {})
  await start(disk)
  const { rows } = await pool.query('SELECT bucket, mark FROM storage_location')
  await writeBackup(pool, path, disk)
  await restoreBackup({ ...disk, pool, path, migrationsDir, replace: true, log: () => {} })
  const folder = join(disk.dataDir, 'files')
  renameSync(folder, `${folder}.away`)
  await expect(start(disk)).rejects.toThrow('mount what is missing')
  rmdirSync(folder)
  renameSync(`${folder}.away`, folder)
  await start(disk)
  await openStorageDriver(disk).put(`products/${'a'.repeat(22)}.png`, { bytes: randomBytes(10) })
  await pool.query('DELETE FROM storage_location')
  const client = await pool.connect()
  await expect(requireOwnFiles(client, disk)).rejects.toThrow('add --replace')
  client.release()
  const former = rows[0] // the database from before the restore
  await pool.query('INSERT INTO storage_location (bucket, mark) VALUES ($1, $2)', [
    former.bucket,
    former.mark,
  ])
  await expect(start(disk)).rejects.toThrow('The files of this database are not in')
  await pool.query('DELETE FROM storage_location')
})

test('files on their way to a bucket are on the disk one at a time', async () => {
  const disk = { dataDir: join(place.dataDir, 'many') }
  const to = inBucket('kontor/many')
  for (const name of ['a', 'b', 'c'])
    await openStorageDriver(disk).put(`products/${name.repeat(22)}.png`, { bytes: randomBytes(1000) })
  const path = join(place.dataDir, 'many.zip')
  await writeBackup(pool, path, disk)
  const waiting: number[] = []
  storage.state.fault = ({ method, url }) => {
    if (method === 'PUT' && url?.includes('/products/'))
      waiting.push(readdirSync(join(to.dataDir, 'arriving')).length)
    return false
  }
  await restoreBackup({ ...to, pool, path, migrationsDir, replace: true, log: () => {} })
  storage.state.fault = undefined
  expect(waiting).toEqual([1, 1, 1])
})
