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

/**
 * The bucket that the last start recorded, empty for the disk; undefined when none was recorded or the schema is older.
 */
async function noted(database: Pool | PoolClient): Promise<string | undefined> {
  const known = await database.query(`SELECT to_regclass('storage_location') IS NOT NULL AS known`)
  if (!known.rows[0].known) return undefined
  const { rows } = await database.query<{ bucket: string }>('SELECT bucket FROM storage_location')
  return rows[0]?.bucket
}

/** Records that the files of this database are in `location`; logs when they were elsewhere before. */
export async function recordStorageLocation(
  database: Pool | PoolClient,
  location: StorageLocation,
  print: (line: string) => void,
) {
  const before = await noted(database)
  const now = bucketOf(location)
  if (before === now) return
  await database.query(
    'INSERT INTO storage_location (bucket) VALUES ($1) ON CONFLICT (id) DO UPDATE SET bucket = excluded.bucket',
    [now],
  )
  if (before !== undefined)
    print(
      `File storage changed from ${textOf(before)} to ${textOf(now)}: copy the files if you have not yet.`,
    )
}

/** Throws StartupError when the server has the files of this database elsewhere than in `location`. */
export async function requireStorageLocation(database: Pool | PoolClient, location: StorageLocation) {
  const before = await noted(database)
  const now = bucketOf(location)
  if (before === undefined || before === now) return
  throw new StartupError(
    before
      ? `The files of this database are in ${before}: set the same FILES_URL as the server.`
      : `The files of this database are in DATA_DIR/files of its server, and not in a bucket: unset FILES_URL.`,
  )
}
