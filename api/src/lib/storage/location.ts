import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { StartupError } from '../database/database-errors.ts'
import type { S3Settings } from './settings.ts'

/** Where the files are stored: in a bucket when `s3` is set, else below `dataDir`. */
export interface StorageLocation {
  dataDir: string
  s3?: S3Settings | undefined
}

/** `s3.example.com/bucket/folder/` without credentials; empty for a disk. */
const bucketOf = ({ s3 }: StorageLocation) =>
  s3 ? `${new URL(s3.origin).host}/${s3.bucket}/${s3.prefix}` : ''
const textOf = (bucket: string) => bucket || 'DATA_DIR/files of a server'

const folderOf = ({ dataDir }: StorageLocation) => join(dataDir, 'files')

/** The file with the random id of a folder. */
const MARK = '.mark'

/** The id of the folder with the files; undefined when no start has marked it. */
async function readMark(location: StorageLocation): Promise<string | undefined> {
  const text = await readFile(join(folderOf(location), MARK), 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  return text?.trim() || undefined
}

/** The id of the folder, which is given one unless it has one; undefined for a bucket. */
async function mark(location: StorageLocation): Promise<string | undefined> {
  if (location.s3) return undefined
  const folder = folderOf(location)
  await mkdir(folder, { recursive: true })
  const text = `${randomBytes(16).toString('base64url')}\n`
  await writeFile(join(folder, MARK), text, { flag: 'wx', mode: 0o600, flush: true }).catch((error) => {
    if (error.code !== 'EEXIST') throw error // by an earlier start, or by a node that shares the folder
  })
  return readMark(location)
}

/**
 * What the last start recorded: the bucket, empty for the disk, and the mark of the folder; undefined when nothing was
 * recorded or the schema is older.
 */
async function noted(database: Pool | PoolClient) {
  const known = await database.query(`SELECT to_regclass('storage_location') IS NOT NULL AS known`)
  if (!known.rows[0].known) return undefined
  const { rows } = await database.query<{ bucket: string; mark: string | null }>(
    `SELECT bucket, to_jsonb(storage_location) ->> 'mark' AS mark FROM storage_location`, // an older one has none
  )
  return rows[0]
}

/**
 * Records that the files of this database are in `location`; logs when they were elsewhere before. Throws StartupError
 * when the folder is another one.
 */
export async function recordStorageLocation(
  database: Pool | PoolClient,
  location: StorageLocation,
  print: (line: string) => void,
) {
  const before = await noted(database)
  const now = bucketOf(location)
  const isMoved = before && before.bucket !== now
  if (before && !isMoved && location.s3) return
  if (before?.mark && !isMoved) return requireMark(before.mark, location)
  await database.query(
    `INSERT INTO storage_location (bucket, mark) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET bucket = excluded.bucket, mark = excluded.mark`,
    [now, await mark(location)],
  )
  if (isMoved)
    print(
      `File storage changed from ${textOf(before.bucket)} to ${textOf(now)}: copy the files if you have not yet.`,
    )
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
  const folder = resolve(folderOf(location))
  throw new StartupError(
    `The files of this database are not in ${folder}: set the DATA_DIR of the server, or mount what is missing. If they were copied there without the file ${MARK}, or are lost, write ${mark} into ${join(folder, MARK)}.`,
  )
}
