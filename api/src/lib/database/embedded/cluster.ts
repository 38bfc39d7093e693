import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StartupError } from '../database-errors.ts'
import { chownTree, runAs } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { assignAccount, type Cluster, type ClusterOptions, OWNER } from './placement.ts'
import { startupError } from './startup-error.ts'

/** initdb's superuser. The application is another role. */
export const SUPERUSER = 'postgres'
/**
 * On Windows the password of both roles is in this file in the database's folder. Elsewhere the socket is closed to
 * other users.
 */
export const PASSWORD_FILE = 'kontor.password'

/**
 * Decides where the database of a data directory is and which account runs it, and creates the directory, but no
 * database. Throws StartupError: not writable, no account can run it, files missing or of another version.
 */
export function prepareCluster(options: ClusterOptions): Cluster {
  const binaries = findBinaries()
  const dataDir = resolve(options.dataDir)
  makeDataDir(dataDir)
  const path = followLink(join(dataDir, 'postgres'))
  const isThere = existsSync(path)
  if (isThere) checkFiles(path, dataDir, binaries)
  const cluster = assignAccount({ path, dataDir, binaries }, options)
  if (isThere) chmodSync(path, 0o700) // PostgreSQL rejects a folder that others may enter
  return cluster
}

function makeDataDir(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { message } = error as Error
    throw new StartupError(
      `The data directory ${dataDir} cannot be written to (${message}): make it writable or choose another DATA_DIR.`,
      { cause: error },
    )
  }
}

/**
 * The database may be behind a symbolic link. A link to a disk that is not mounted must not look like a first start, so
 * a new database is made only behind a link of `assignAccount`.
 */
function followLink(link: string): string {
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()
  // The real path, as the system says it of PostgreSQL's processes.
  if (!isLink) return join(realpathSync(dirname(link)), basename(link))
  const path = resolve(dirname(link), readlinkSync(link))
  if (existsSync(path)) return realpathSync(path)
  if (existsSync(join(dirname(path), OWNER))) return path
  throw new StartupError(
    `${link} is a link to ${path}, which does not exist: mount or restore that folder, or remove the link to start with an empty database. To have a new one there, start without the link, stop, move ${link} there, and link it.`,
  )
}

/** PostgreSQL would start on an incomplete folder or create files in it, so missing files are detected before. */
function checkFiles(path: string, dataDir: string, { major }: Binaries) {
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
  } catch (error) {
    throw startupError({ path, dataDir }, (error as Error).message)
  }
  const missing = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'].filter(
    (name) => !existsSync(join(path, name)),
  )
  if (missing.length > 0) throw startupError({ path, dataDir }, `${missing.join(', ')} missing`)
  const written = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  if (!/^\d/.test(written)) throw startupError({ path, dataDir }, 'PG_VERSION invalid')
  if (written !== major)
    throw new StartupError(
      `The database in ${path} was made by PostgreSQL ${written}, and this version of Kontor includes ${major}. Make a backup with the version of Kontor that made it (npm run backup), move ${path} away, and restore the backup with this one (npm run restore -- file.zip --replace).`,
    )
}

const INCOMPLETE = 'postgres.new-'

/**
 * Creates the database in a temporary folder and renames it when complete, so that a killed first start leaves no
 * database.
 */
export function createCluster(cluster: Cluster) {
  const { path, account, binaries } = cluster
  const parent = dirname(path)
  const temporary = mkdtempSync(join(parent, INCOMPLETE))
  chownTree(account, temporary)
  const data = join(temporary, 'data')
  const isWindows = process.platform === 'win32'
  const password = join(temporary, PASSWORD_FILE)
  if (isWindows) writeFileSync(password, randomBytes(24).toString('base64url'))
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const access = isWindows ? ['-A', 'scram-sha-256', '--pwfile', password] : ['-A', 'trust']
  const args = ['-D', data, '-U', SUPERUSER, ...access, ...locale, '--no-instructions']
  try {
    const done = runAs(account, join(binaries.folder, 'bin', 'initdb'), args)
    if (existsSync(path)) return // another process created it
    if (done.status !== 0)
      throw startupError(cluster, reasonOf(done.stderr || String(done.error ?? done.stdout)))
    if (isWindows) renameSync(password, join(data, PASSWORD_FILE))
    renameSync(data, path)
    flush(parent)
  } catch (error) {
    if (!existsSync(path)) throw error // otherwise another process created it meanwhile
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  }
}

function flush(folder: string) {
  if (process.platform === 'win32') return // Windows cannot open directories
  const file = openSync(folder, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** Removes the temporary folders of killed first starts. An error here does not stop the start. */
export function removeIncomplete({ path }: Cluster) {
  for (const name of readdirSync(dirname(path)).filter((one) => one.startsWith(INCOMPLETE)))
    try {
      rmSync(join(dirname(path), name), { recursive: true, force: true, maxRetries: 3 })
    } catch {} // an initdb that outlived its parent still writes
}

/** The last error line of initdb's output. */
const reasonOf = (text: string) =>
  text
    .split('\n')
    .findLast((line) => /error|fatal/i.test(line))
    ?.replace(/^.*?(error|fatal): +/i, '') ?? text.trim()
