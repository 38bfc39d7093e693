import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Maintenance } from '../jobs/maintenance.ts'
import type { StorageLocation } from '../storage/settings.ts'
import { backupName, removePartialFiles, writeBackup } from './backup.ts'

/** Automatic backups have their own prefix, so that no manual backup is ever removed. */
const PREFIX = 'kontor-auto'
const AUTOMATIC = /^kontor-auto-\d{8}-\d{6}\.zip$/
const HOUR = 3_600_000
const DAY = 24 * HOUR
const CHECK_EVERY = 10 * 60_000

/** Rows written to Kontor's own schema; pg-boss writes to its schema all the time. */
const WRITTEN = `select sum(n_tup_ins + n_tup_upd + n_tup_del)::text as written
  from pg_stat_user_tables where schemaname = current_schema()`

export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

/** Makes backups in `<dataDir>/backups`: one a day when rows were written. The newest `retention` stay; 0 disables them. */
export function startBackups(options: {
  pool: Pool
  dataDir: string
  s3?: StorageLocation['s3']
  retention: number
  maintenance: Maintenance
}) {
  const { retention, maintenance } = options
  if (retention > 0) maintenance.every(CHECK_EVERY, 'backup', dailyBackup(options))
}

/**
 * Returns a task that makes a backup when the newest is a day old and rows were written since; it resolves to true when
 * it did. Its signal ends a running backup, which leaves nothing then.
 */
export function dailyBackup(options: StorageLocation & { pool: Pool; retention: number; now?: () => Date }) {
  const { pool, dataDir, retention, now = () => new Date() } = options
  const folder = backupFolder(dataDir)
  let last: string | undefined // rows written at the last backup
  return async (signal?: AbortSignal) => {
    const yesterday = backupName(new Date(now().getTime() - DAY), PREFIX)
    if ((await automaticBackups(folder, now())).some((name) => name > yesterday)) return false
    const { written } = (await pool.query(WRITTEN)).rows[0]
    if (written === last) return false
    await removePartialFiles(folder, PREFIX) // only one automatic backup runs at a time
    await writeBackup(pool, join(folder, backupName(now(), PREFIX)), options, signal)
    last = written
    const old = (await automaticBackups(folder, now())).slice(0, -retention)
    await Promise.all(old.map((name) => rm(join(folder, name))))
    return true
  }
}

/** Names of the automatic backups, oldest first, without those of a clock that stood in the future. */
async function automaticBackups(folder: string, now: Date) {
  await mkdir(folder, { recursive: true })
  const latest = backupName(new Date(now.getTime() + HOUR), PREFIX)
  const names = await readdir(folder)
  return names.filter((name) => AUTOMATIC.test(name) && name <= latest).sort()
}
