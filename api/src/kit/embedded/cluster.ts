import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartupError } from '../db/database-errors.ts'
import { type Account, accountsFor, canUse, giveTo, makeFolder, runAs, type Ways } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { restoreHint } from './restore-hint.ts'

/** Where a database's files are (absolute, links followed), which programs run it, and as whom. */
export type Cluster = { path: string; dataDir: string; account: Account; binaries: Binaries }

export type ClusterOptions = {
  dataDir: string
  log: (line: string) => void
  /** Ways around root that are tried; all unless a test names some. */
  ways?: Ways
  /** Folder for what no other user could reach where it is. */
  systemDir?: string
}

/**
 * Decides where the database of a data directory is and who runs it, and creates the directory. Makes no database.
 * Throws StartupError: not writable, no account can run it, another version's or the former engine's files.
 */
export function prepareCluster(options: ClusterOptions): Cluster {
  const binaries = findBinaries()
  const dataDir = resolve(options.dataDir)
  makeDataDir(dataDir)
  const link = join(dataDir, 'postgres')
  const path = existsSync(link) ? realpathSync(link) : link
  if (existsSync(path)) requireWhole(path, dataDir, binaries)
  return { ...assign({ path, dataDir, binaries }, options), dataDir }
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

/** PostgreSQL would start on part of a folder or create files in it, so it never sees one that is not whole. */
function requireWhole(path: string, dataDir: string, { major }: Binaries) {
  const missing = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'].filter(
    (name) => !existsSync(join(path, name)),
  )
  if (missing.length > 0) throw explain(path, `${missing.join(', ')} missing`, dataDir)
  const written = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  if (written !== major)
    throw new StartupError(
      `The database in ${path} was made by PostgreSQL ${written}, and this version of Kontor brings ${major}. Make a backup with the version of Kontor that made it (npm run backup), move ${path} away, and restore the backup with this one (npm run restore -- file.zip).`,
    )
}

/** The first account that can run the programs and write the files; what none can reach goes to a folder of the system. */
function assign(
  { path, dataDir, binaries }: Omit<Cluster, 'account'>,
  { log, ways, systemDir = '/var/lib/kontor' }: ClusterOptions,
): Omit<Cluster, 'dataDir'> {
  const parent = dirname(path)
  const accounts = accountsFor(path, ways)
  const program = join(binaries.folder, 'bin', 'postgres')
  const here = accounts.find((account) => canTake(account, program, parent))
  if (here) {
    giveTo(here, path)
    return { path, account: here, binaries }
  }
  const writer = accounts.find((account) => canTake(account, '/bin/sh', parent))
  if (writer) {
    giveTo(writer, path)
    return { path, account: writer, binaries: copyBinaries(binaries, systemDir, log) }
  }
  const [other] = accounts.filter(({ uid }) => uid !== undefined)
  if (!other || existsSync(path))
    throw new StartupError(
      `PostgreSQL does not run as root, and no other account can reach ${parent}: run Kontor as an ordinary user, choose a DATA_DIR that others may walk to, or set DATABASE_URL.`,
    )
  const copied = copyBinaries(binaries, systemDir, log)
  const moved = join(systemDir, createHash('sha256').update(path).digest('hex').slice(0, 12))
  makeFolder(other, moved)
  writeFileSync(join(moved, 'data-dir.txt'), `${dataDir}\n`)
  rmSync(path, { force: true }) // a link of a first start that was killed
  symlinkSync(join(moved, 'postgres'), path)
  log(`PostgreSQL does not run as root, and nobody else can reach ${dataDir}: its files are in ${moved}.`)
  return { path: join(moved, 'postgres'), account: other, binaries: copied }
}

/** Whether the account can use both, once the folder is its own; otherwise the folder stays as it was. */
function canTake(account: Account, program: string, folder: string) {
  const { uid, gid } = statSync(folder)
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  if (canUse(account, program, folder)) return true
  if (account.uid !== undefined) chownSync(folder, uid, gid)
  return false
}

function copyBinaries(binaries: Binaries, systemDir: string, log: (line: string) => void): Binaries {
  const folder = join(systemDir, `postgresql-${binaries.version}`)
  if (!existsSync(folder)) {
    mkdirSync(systemDir, { recursive: true, mode: 0o755 })
    const half = mkdtempSync(`${folder}.new-`)
    const umask = process.umask(0o022) // programs are for everybody
    cpSync(binaries.folder, join(half, 'native'), { recursive: true, verbatimSymlinks: true })
    process.umask(umask)
    renameSync(join(half, 'native'), folder)
    rmSync(half, { recursive: true })
    log(`PostgreSQL does not run as root, and nobody else can reach ${binaries.folder}: copied to ${folder}.`)
  }
  return { ...binaries, folder }
}

/** Creates the database elsewhere and renames it when complete, so that a first start that was killed leaves none. */
export function createCluster({ path, dataDir, account, binaries }: Cluster) {
  const half = mkdtempSync(join(dirname(path), HALF))
  giveTo(account, half)
  const data = join(half, 'data')
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const access = ['-U', USER, '-A', process.platform === 'win32' ? 'scram-sha-256' : 'trust']
  const password = join(dataDir, PASSWORD_FILE)
  if (process.platform === 'win32') writeFileSync(password, randomBytes(24).toString('base64url'))
  const secret = process.platform === 'win32' ? ['--pwfile', password] : []
  const args = ['-D', data, ...access, ...secret, ...locale, '--no-instructions']
  try {
    const done = runAs(account, join(binaries.folder, 'bin', 'initdb'), args)
    if (done.status !== 0)
      throw explain(path, reasonOf(done.stderr || String(done.error ?? done.stdout)), dataDir)
    if (!existsSync(path)) renameSync(data, path) // another start may have been quicker
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

const HALF = 'postgres.new-'

/** Removes what first starts that were killed have left. */
export function removeHalves({ path }: Cluster) {
  for (const name of readdirSync(dirname(path)).filter((one) => one.startsWith(HALF)))
    rmSync(join(dirname(path), name), { recursive: true, force: true })
}

/** The only role of the database. Its socket is closed to other users; on Windows it has a password. */
export const USER = 'kontor'
export const PASSWORD_FILE = 'postgres.password'

/** initdb's reason: its last line that is an error. */
const reasonOf = (text: string) =>
  text
    .split('\n')
    .findLast((line) => /error|fatal/i.test(line))
    ?.replace(/^.*?(error|fatal): +/i, '') ?? text.trim()

/** The sentence for the person whose database cannot run, with what to do. */
export function explain(path: string, reason: string, dataDir: string): StartupError {
  const advice = /space left/i.test(reason)
    ? 'free some disk space and start again'
    : /permission|ownership|permitted/i.test(reason)
      ? `give ${path} and all in it to the user that Kontor runs as, or choose another DATA_DIR`
      : /effective user/i.test(reason)
        ? 'run Kontor as a user who stands in /etc/passwd, or set DATABASE_URL'
        : restoreHint(path, dataDir)
  return new StartupError(`The database in ${path} cannot run (${reason}): ${advice}.`)
}

/** Refuses a data directory with a database of the engine of former versions and none of this one. */
export function requireNoFormerEngine(dataDir: string) {
  if (!existsSync(join(dataDir, 'db/PG_VERSION')) || existsSync(join(dataDir, 'postgres'))) return
  throw new StartupError(
    `${join(resolve(dataDir), 'db')} holds a database of the engine that Kontor had before. Two commands bring it over: npm run backup, with the version of Kontor that made it; npm run restore -- file.zip, with this one. Nothing in db is changed.`,
  )
}
