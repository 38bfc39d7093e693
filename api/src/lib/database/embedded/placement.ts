import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../database-errors.ts'
import {
  type Account,
  type AccountStrategies,
  accountsFor,
  canUse,
  chownTree,
  makePrivateFolder,
} from './account.ts'
import type { Binaries } from './binaries.ts'

/** Where a database's files are (absolute, links resolved), which programs run it, and as which account. */
export type Cluster = { path: string; dataDir: string; account: Account; binaries: Binaries }

export type ClusterOptions = {
  dataDir: string
  log: (line: string) => void
  /** How root finds an account; tests try one at a time. */
  strategies?: AccountStrategies
  /** Folder for databases whose own path no other user can reach. */
  systemDir?: string
}

/** The file next to a database in the system folder: it names the DATA_DIR whose link leads there. */
export const OWNER = 'data-dir.txt'

/**
 * The first account that can run the programs and write the files. A database that no account can reach is put into the
 * system folder.
 */
export function assignAccount(
  cluster: Omit<Cluster, 'account'>,
  { log, strategies, systemDir = '/var/lib/kontor' }: ClusterOptions,
): Cluster {
  const { path, binaries, dataDir } = cluster
  const accounts = accountsFor(path, strategies)
  const program = join(binaries.folder, 'bin', 'postgres')
  const direct = accounts.find((account) => claim(account, program, path))
  if (direct) return { ...cluster, account: direct }
  const writer = accounts.find((account) => claim(account, '/bin/sh', path))
  const other = accounts.find(({ uid }) => uid !== undefined)
  if (!writer && (!other || existsSync(path)))
    throw new StartupError(
      `PostgreSQL does not run as root, and no other account can reach ${dirname(path)}: run Kontor as an ordinary user, choose a DATA_DIR that others can reach, or set DATABASE_URL.`,
    )
  const copied = copyBinaries(binaries, systemDir, log)
  if (writer) return { ...cluster, account: writer, binaries: copied }
  const account = other as Account // checked above
  const moved = join(systemDir, randomBytes(6).toString('hex'))
  makePrivateFolder(account, moved)
  writeFileSync(join(moved, OWNER), `${dataDir}\n`)
  symlinkSync(join(moved, 'postgres'), path)
  log(`PostgreSQL does not run as root, and no other user can reach ${dataDir}: its files are in ${moved}.`)
  return { path: join(moved, 'postgres'), dataDir, account, binaries: copied }
}

/** Changes the owner of the files to the account if it can then use them, including the parent of a new database. */
function claim(account: Account, program: string, path: string): boolean {
  const parent = dirname(path)
  const { uid, gid } = statSync(parent)
  const isNew = !existsSync(path)
  const isOwned = !isNew && statSync(path).uid === account.uid
  if (account.uid !== undefined && account.gid !== undefined && !isOwned)
    chownSync(parent, account.uid, account.gid)
  if (
    canUse(account, program, isNew ? parent : path) ||
    (!isOwned && !isNew && canUse(account, program, parent))
  ) {
    chownTree(account, path)
    return true
  }
  chownSync(parent, uid, gid)
  return false
}

function copyBinaries(binaries: Binaries, systemDir: string, log: (line: string) => void): Binaries {
  const folder = join(systemDir, `postgresql-${binaries.version}`)
  if (!existsSync(folder)) {
    mkdirSync(systemDir, { recursive: true })
    chmodSync(systemDir, 0o755) // independent of the umask
    const temporary = mkdtempSync(`${folder}.new-`)
    cpSync(binaries.folder, join(temporary, 'native'), { recursive: true, verbatimSymlinks: true })
    makeReadable(join(temporary, 'native'))
    renameSync(join(temporary, 'native'), folder)
    rmSync(temporary, { recursive: true })
    log(
      `PostgreSQL does not run as root, and no other user can reach ${binaries.folder}: copied to ${folder}.`,
    )
  }
  return { ...binaries, folder }
}

function makeReadable(path: string) {
  const status = lstatSync(path)
  if (status.isSymbolicLink()) return
  chmodSync(path, status.mode | (status.mode & 0o100 ? 0o755 : 0o644))
  if (status.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name))
}
