import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDatabaseError, isUnavailable, StartupError } from '../database-errors.ts'

/** The StartupError of a database that cannot run, with a remedy. Only damage is answered with restoring a backup. */
export function startupError({ path, dataDir }: { path: string; dataDir: string }, reason: string) {
  const advice = ADVICE.find(([pattern]) => pattern.test(reason))?.[1]
  const text = advice ?? (DAMAGE.test(reason) ? restoreHint(path, dataDir) : 'try again; see its log above')
  return new StartupError(`The database in ${path} cannot run (${reason}): ${text}.`)
}

const ADVICE: [RegExp, string][] = [
  [/space left/i, 'free some disk space and start again'],
  [
    /permission|ownership|permitted|EACCES/i,
    'give DATA_DIR and all in it to the user that Kontor runs as, or choose another DATA_DIR',
  ],
  [/effective user/i, 'run Kontor as a user with an entry in /etc/passwd, or set DATABASE_URL'],
]
const DAMAGE =
  /missing|could not (read|open|find|locate|access)|invalid|incorrect|incompatible|corrupt|checksum|bogus/i

/** SQLSTATEs of lost, unreadable or changed databases, files, blocks and indexes. */
const DAMAGED = new Set(['3D000', '58P01', '58030', 'XX001', 'XX002'])

/**
 * Turns other errors of the embedded database at a start or in a tool into a StartupError; unknown errors are returned
 * unchanged.
 */
export function explain(
  error: unknown,
  { databaseUrl, dataDir }: { databaseUrl?: string | undefined; dataDir: string },
): unknown {
  if (databaseUrl || !(error instanceof Error)) return error
  const isReported = isDatabaseError(error)
    ? DAMAGED.has(error.code ?? '') || isUnavailable(error)
    : // errors of pg without a code
      /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  if (!isReported) return error
  const detail = isDatabaseError(error) && error.detail ? `: ${error.detail}` : ''
  const path = join(resolve(dataDir), 'postgres')
  return startupError({ path, dataDir }, error.message + detail)
}

/** Throws StartupError for a data directory with a database of the engine before PostgreSQL 18 and none of this one. */
export function rejectOldDataFolder(dataDir: string) {
  if (!existsSync(join(dataDir, 'db/PG_VERSION')) || existsSync(join(dataDir, 'postgres'))) return
  throw new StartupError(
    `${join(resolve(dataDir), 'db')} holds a database of an earlier version of Kontor. To move it: npm run backup with that version, then npm run restore -- file.zip with this one. Nothing in db is changed.`,
  )
}

/** Number of backups that the message names at most. */
const NAMED = 3

/** How to replace a database that cannot be opened: move it away and restore a backup; the newest are named. */
function restoreHint(path: string, dataDir: string): string {
  const folder = join(dataDir, 'backups')
  const [newest, ...older] = newestFirst(folder)
  const away = `move ${path} away`
  if (!newest)
    return `there is no backup in ${folder}; to begin with an empty database ${away}, and the stored files too`
  const others = older.length > 0 ? ` (older: ${older.join(', ')})` : ''
  return `${away} and restore a backup with: npm run restore -- ${join(folder, newest)} --replace${others}`
}

function newestFirst(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^[^.].*\.zip$/.test(name))
    const at = new Map(names.map((name) => [name, statSync(join(folder, name)).mtimeMs]))
    return names.sort((a, b) => (at.get(b) ?? 0) - (at.get(a) ?? 0)).slice(0, NAMED)
  } catch {
    return [] // no such folder, or not readable
  }
}
