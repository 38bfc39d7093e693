import { randomBytes } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Pool, PoolClient } from 'pg'
import { StartupError } from '../database/database-errors.ts'
import { HttpError } from '../http/http-error.ts'
import type { StorageLocation } from './settings.ts'
import { openStorageDriver } from './storage.ts'

/** `s3.example.com/bucket/folder/` without credentials; empty for a disk. */
const bucketOf = ({ s3 }: StorageLocation) =>
  s3 ? `${new URL(s3.origin).host}/${s3.bucket}/${s3.prefix}` : ''
const textOf = (bucket: string) => bucket || 'DATA_DIR/files of a server'

/** `DATA_DIR/files` as an absolute path, or the bucket. */
const placeOf = (location: StorageLocation) => bucketOf(location) || resolve(location.dataDir, 'files')

/**
 * The file with the database's random id, its mark. A database neither serves nor sweeps what another one has marked.
 * Unlike stored files it may be replaced.
 */
const MARK = '.mark'

/** The mark that the files have; undefined when no start has marked them. */
async function readMark(location: StorageLocation): Promise<string | undefined> {
  const file = await openStorageDriver(location)
    .read(MARK)
    .catch((error) => {
      if (!(error instanceof HttpError)) throw error // 404
    })
  return (file && (await text(file)).trim()) || undefined
}

const writeMark = (location: StorageLocation, mark: string) =>
  openStorageDriver(location).put(MARK, { bytes: Buffer.from(`${mark}\n`) })

/** Whether there are files that another database than the one with the mark `own` has marked. */
async function hasOthersFiles(location: StorageLocation, own?: string | null) {
  const found = await readMark(location)
  if (!found || found === own) return false
  return (await openStorageDriver(location).list()).some((path) => !path.startsWith('.'))
}

const newMark = () => randomBytes(16).toString('base64url')

/**
 * What the last start recorded: the bucket, empty for the disk, and the mark, null by a version that did not mark there;
 * undefined when nothing was recorded or the schema is older.
 */
async function noted(database: Pool | PoolClient) {
  const known = await database.query(`SELECT to_regclass('storage_location') IS NOT NULL AS known`)
  if (!known.rows[0].known) return undefined
  const { rows } = await database.query<{ bucket: string; mark: string | null }>(
    `SELECT bucket, to_jsonb(storage_location) ->> 'mark' AS mark FROM storage_location`, // an older one has none
  )
  return rows[0]
}

const note = (database: PoolClient, location: StorageLocation, mark: string) =>
  database.query(
    `INSERT INTO storage_location (bucket, mark) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET bucket = excluded.bucket, mark = excluded.mark`,
    [bucketOf(location), mark],
  )

/**
 * Records that the files of this database are in `location`, and marks them; logs when they were elsewhere before.
 * Throws StartupError when the files are missing or are another database's.
 */
export async function recordStorageLocation(
  pool: Pool,
  location: StorageLocation,
  print: (line: string) => void,
) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('LOCK TABLE storage_location IN EXCLUSIVE MODE') // nodes that start together
    await record(client, location, print)
    await client.query('COMMIT')
  } finally {
    client.release(true) // closes the connection, which rolls back
  }
}

async function record(database: PoolClient, location: StorageLocation, print: (line: string) => void) {
  const before = await noted(database)
  const isMoved = before && before.bucket !== bucketOf(location)
  if (before?.mark && !isMoved) await requireMark(before.mark, location)
  const found = await readMark(location)
  // An older version has recorded this place, but no mark: the one there is of an upgrade that was taken back.
  const mark = before?.mark ?? (before && !isMoved && found ? found : newMark())
  if (await hasOthersFiles(location, mark))
    throw new StartupError(
      `${placeOf(location)} has the files of another database, which this one would remove: set the DATABASE_URL, DATA_DIR or FILES_URL that belong together, or restore a backup (npm run restore -- file.zip --replace). If that database is gone, and its files are of no use, remove ${MARK} there.`,
    )
  if (found !== mark) await writeMark(location, mark)
  await note(database, location, mark)
  if (isMoved)
    print(
      `File storage changed from ${textOf(before.bucket)} to ${textOf(bucketOf(location))}: copy the files if you have not yet.`,
    )
}

/**
 * Throws StartupError when Kontor's own database is missing, but files of one are there: a new one would remove them.
 * Called before a database is made.
 */
export async function requireOwnDatabase(location: StorageLocation) {
  const database = resolve(location.dataDir, 'postgres')
  if (lstatSync(database, { throwIfNoEntry: false }) || !(await hasOthersFiles(location))) return
  throw new StartupError(
    `${database} is missing, and ${placeOf(location)} has the files of that database: put it back, set its DATABASE_URL, or restore a backup (npm run restore -- file.zip --replace). To begin anew move the files away.`,
  )
}

/** Throws StartupError when the files in `location` are another database's than this one, which a restore replaces. */
export async function requireOwnFiles(database: PoolClient, location: StorageLocation) {
  const before = await noted(database)
  if (await hasOthersFiles(location, before?.mark))
    throw new StartupError(
      `${placeOf(location)} has the files of another database. If the restored one takes its place, add --replace; otherwise set another DATA_DIR or FILES_URL.`,
    )
}

/**
 * Gives the files in `location` to a restored database, which has a new mark: the database that had them before starts
 * on them no more. Called before the commit; the result, called after it, marks the files.
 */
export async function takeStorageLocation(database: PoolClient, location: StorageLocation) {
  const { rows } = await database.query(
    `SELECT FROM pg_attribute WHERE attrelid = to_regclass('storage_location') AND attname = 'mark'`,
  )
  if (rows.length === 0) return () => openStorageDriver(location).remove(MARK) // an older schema: the next start marks them
  const mark = newMark()
  await note(database, location, mark)
  return () =>
    writeMark(location, mark).catch((error: Error) => {
      throw new StartupError(
        `The backup is restored, but ${MARK} could not be written (${error.message}): write ${mark} into ${MARK} in ${placeOf(location)}.`,
      )
    })
}

/** Throws StartupError when the server has the files of this database elsewhere than in `location`. */
export async function requireStorageLocation(database: Pool | PoolClient, location: StorageLocation) {
  const before = await noted(database)
  if (!before) return
  if (before.bucket !== bucketOf(location))
    throw new StartupError(
      before.bucket
        ? `The files of this database are in ${before.bucket}: set the same FILES_URL as the server.`
        : `The files of this database are in DATA_DIR/files of its server, and not in a bucket: unset FILES_URL.`,
    )
  if (before.mark) await requireMark(before.mark, location)
}

async function requireMark(mark: string, location: StorageLocation) {
  if ((await readMark(location)) === mark) return
  const place = placeOf(location)
  throw new StartupError(
    `The files of this database are not in ${place}: set the ${location.s3 ? 'FILES_URL' : 'DATA_DIR'} of the server, or mount what is missing. If they were copied there without the file ${MARK}, or are lost, write ${mark} into ${location.s3 ? MARK : join(place, MARK)}.`,
  )
}
