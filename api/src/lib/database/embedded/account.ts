import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The system account that runs PostgreSQL, which refuses root. `commandPrefix` is put before each command; `uid` and
 * `gid` are those of the process. Neither is set when it runs as the user of Kontor. `name` is for messages.
 */
export type Account = { name: string; commandPrefix: string[]; uid?: number; gid?: number }

const SELF: Account = { name: 'the same user', commandPrefix: [] }

type User = { name: string; uid: number; gid: number }

/** Which strategies to try; tests name fewer of them. */
export type AccountStrategies = { namespace: boolean; users: readonly string[] }
const ALL_STRATEGIES: AccountStrategies = { namespace: true, users: ['postgres', 'kontor', 'nobody'] }

/**
 * The accounts that may run the database in `cluster`, best first. As root: the owner of a cluster that belongs to
 * another user; a user namespace, in which the files remain root's; the owner of the folder; another system user.
 */
export function accountsFor(cluster: string, strategies = ALL_STRATEGIES): Account[] {
  const uid = process.getuid?.()
  if (uid === undefined) return [SELF] // Windows
  const users = systemUsers()
  if (uid !== 0) {
    // initdb needs a user name for the uid, which a container may not have.
    if (users.some((user) => user.uid === uid)) return [SELF]
    return [...(strategies.namespace ? namespace(users) : []), SELF]
  }
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  if (owner && owner.uid !== 0) return [asUser({ name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid })]
  const folder = statSync(existingAncestor(cluster))
  return [
    ...(strategies.namespace ? namespace(users) : []),
    ...users.filter((user) => user.uid !== 0 && user.uid === folder.uid).map(asUser),
    ...strategies.users.flatMap((name) => users.filter((user) => user.name === name)).map(asUser),
  ]
}

const asUser = ({ name, uid, gid }: User): Account => ({ name, commandPrefix: [], uid, gid })

/** A user namespace that maps root to an ordinary user, where the system allows it. */
function namespace(users: User[]): Account[] {
  const user = users.find(({ name }) => name === 'nobody') ?? users.find(({ uid }) => uid !== 0)
  if (!user) return []
  const commandPrefix = ['unshare', '-U', `--map-user=${user.uid}`, `--map-group=${user.gid}`, '--']
  const account = { name: `${user.name} in a user namespace`, commandPrefix }
  return runAs(account, 'true', []).status === 0 ? [account] : []
}

function systemUsers(): User[] {
  if (!existsSync('/etc/passwd')) return []
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [name = '', , uid, gid] = line.split(':')
      return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : []
    })
}

/** The environment of PostgreSQL's processes, without variables that change language, time zone or sorting. */
function databaseEnv(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  return { PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC' }
}

/** How to spawn a program as that account: `[program, arguments, options]`. */
export function commandAs({ commandPrefix, uid, gid }: Account, program: string, args: readonly string[]) {
  const [first = program, ...rest] = [...commandPrefix, program, ...args]
  // The account may have no access to the current folder.
  const options = { env: databaseEnv(), cwd: '/', windowsHide: true }
  return [first, rest, { ...options, ...(uid !== undefined && { uid, gid }) }] as const
}

/** Runs a program to its end as that account. */
export function runAs(account: Account, program: string, args: readonly string[]) {
  const [command, rest, options] = commandAs(account, program, args)
  return spawnSync(command, rest, { ...options, encoding: 'utf8' })
}

/** Whether that account can run a program and write to a folder; a parent folder may be closed to it. */
export function canUse(account: Account, program: string, folder: string): boolean {
  if (process.platform === 'win32') return true
  const test = 'test -x "$0" && test -w "$1" && test -x "$1"'
  return runAs(account, 'sh', ['-c', test, program, folder]).status === 0
}

/**
 * Changes the owner of a file or folder and its content to the account, where needed. Does nothing without another
 * user.
 */
export function chownTree(account: Account, path: string) {
  const { uid, gid } = account
  if (uid === undefined || gid === undefined || !existsSync(path)) return
  const status = lstatSync(path)
  if (status.uid !== uid) lchownSync(path, uid, gid)
  if (status.isDirectory()) for (const name of readdirSync(path)) chownTree(account, join(path, name))
}

/** Creates a folder that belongs to the account and is closed to others. */
export function makePrivateFolder({ uid, gid }: Account, path: string) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

function existingAncestor(path: string): string {
  return existsSync(path) ? path : existingAncestor(dirname(path))
}
