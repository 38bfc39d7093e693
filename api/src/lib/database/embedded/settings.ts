import { createHash } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../database-errors.ts'
import { makePrivateFolder } from './account.ts'
import type { Cluster } from './placement.ts'

/** Where its socket or port is: each server of ours has its own. */
export const PORT = 5432

/** Sizes for the machine of one office. */
export const SETTINGS = {
  // 10 connections of the server, a few of tools.
  max_connections: '30',
  // The pages of some 200,000 products fit.
  shared_buffers: '128MB',
  // The write-ahead log bounds how long a start after a crash takes. There is no replica: it holds what a restart needs.
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // The other processors are for other people's queries, and a container has little shared memory for parallel ones.
  max_parallel_workers_per_gather: '0',
  // No processes that only read ahead.
  io_method: 'sync',
  jit: 'off',
  // One statement writes what is pending into a search index: with 4 MB, the default, it took a second.
  gin_pending_list_limit: '256kB',
  // Errors of statements are logged by their callers.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '',
  logging_collector: 'off',
  log_destination: 'stderr',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
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
  if (!existsSync(folder)) makePrivateFolder(account, folder)
  const { uid, mode } = lstatSync(folder)
  const isOurs = uid === (account.uid ?? process.getuid?.()) && (mode & 0o777) === 0o700
  if (!isOurs)
    throw new StartupError(`${folder}, for the database’s socket, belongs to somebody else: remove it.`)
  return folder
}
