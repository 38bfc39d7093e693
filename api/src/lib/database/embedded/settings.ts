import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../database-errors.ts'
import { makePrivateFolder } from './account.ts'
import type { Cluster } from './placement.ts'

/** Part of the socket's name, or the port: each embedded server has its own. */
export const PORT = 5432

/** Sized for the machine of one office. */
export const SETTINGS = {
  // 10 connections of the server, a few of tools.
  max_connections: '30',
  // Room for the pages of some 200,000 products.
  shared_buffers: '128MB',
  // The write-ahead log limits the duration of crash recovery. There is no replica, so it holds only what recovery
  // needs.
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // No parallel queries: the other processors serve other sessions, and a container has little shared memory.
  max_parallel_workers_per_gather: '0',
  // No processes for read-ahead.
  io_method: 'sync',
  jit: 'off',
  // One statement flushes the pending list of a GIN index: with the default of 4 MB that took a second.
  gin_pending_list_limit: '256kB',
  // The callers log errors of statements.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '',
  logging_collector: 'off',
  log_destination: 'stderr',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** The settings of the server's address. */
export function addressOf(socketDir: string): Record<string, string> {
  if (process.platform === 'win32') return { listen_addresses: '127.0.0.1' }
  return {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
}

/** Longest path of a socket in bytes, without the terminating zero. */
const LONGEST = 107

/**
 * The socket's folder: the database's own folder, which is closed to others, or a temporary folder where that path is
 * too long.
 */
export function socketFolder({ path, account }: Cluster): string {
  if (process.platform === 'win32' || Buffer.byteLength(join(path, `.s.PGSQL.${PORT}`)) <= LONGEST)
    return path
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `kontor-${hash}`)
  if (!existsSync(folder)) makePrivateFolder(account, folder)
  const { uid, mode } = lstatSync(folder)
  const isOurs = uid === (account.uid ?? process.getuid?.()) && (mode & 0o777) === 0o700
  if (!isOurs)
    throw new StartupError(`${folder}, for the database’s socket, belongs to another user: remove it.`)
  return folder
}
