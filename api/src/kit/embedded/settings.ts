import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../db/database-errors.ts'
import { makeFolder } from './account.ts'
import type { Cluster } from './cluster.ts'

/** Where its socket or port is: each server of ours has its own. */
export const PORT = '5432'

/**
 * For the machine of one office: 10 sessions of the server, a few of tools. Pages of some 200,000 products fit into
 * 128 MB; a log of 256 MB bounds how long a start after a crash takes. Nobody follows this server, so its log holds no
 * more than a restart needs. One query uses one processor: the others are for other people, and a container's shared
 * memory is small. What is not yet in the search's index goes there by one unlucky statement: 4 MB, the default, took it
 * a second. Errors of statements are the caller's to log.
 */
export const SETTINGS = {
  max_connections: '30',
  shared_buffers: '128MB',
  ...{ min_wal_size: '32MB', max_wal_size: '256MB', wal_level: 'minimal', max_wal_senders: '0' },
  ...{ max_parallel_workers_per_gather: '0', io_method: 'sync', jit: 'off' },
  gin_pending_list_limit: '256kB',
  ...{ log_min_messages: 'log', log_checkpoints: 'off', log_line_prefix: '', logging_collector: 'off' },
  ...{ log_destination: 'stderr', lc_messages: 'C', timezone: 'UTC', log_timezone: 'UTC' },
}

/** Where the server listens. */
export function addressOf(socketDir: string): Record<string, string> {
  if (process.platform === 'win32') return { listen_addresses: '127.0.0.1' }
  return {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
}

/** A socket's path has at most 107 bytes, the end of C's string not counted. */
const LONGEST = 107

/** In the database's own folder, which nobody else can enter; a folder of our own where that path is too long. */
export function socketFolder({ path, account }: Cluster): string {
  if (process.platform === 'win32' || Buffer.byteLength(join(path, `.s.PGSQL.${PORT}`)) <= LONGEST)
    return path
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `kontor-${hash}`)
  if (!existsSync(folder)) makeFolder(account, folder)
  const { uid, mode } = lstatSync(folder)
  const isOurs = uid === (account.uid ?? process.getuid?.()) && (mode & 0o777) === 0o700
  if (!isOurs)
    throw new StartupError(`${folder}, for the database’s socket, belongs to somebody else: remove it.`)
  return folder
}
