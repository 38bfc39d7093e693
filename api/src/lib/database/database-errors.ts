import type { ErrorCode } from '@kontor/contract/lib/http/errors'
import pg from 'pg'

/** Stops the start of the server. Its message is one sentence for the operator and is logged without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** An error from PostgreSQL: `code` is the SQLSTATE, `constraint` the name of the violated constraint. */
export function isDatabaseError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError
}

/** True for a serialization failure or a deadlock: the same transaction may succeed when run again. */
export function isRepeatable(error: unknown) {
  return isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')
}

/** True when PostgreSQL rejected a change: a foreign key still refers to the record, or a rule was violated. */
export const isIntegrityViolation = (error: unknown) =>
  isDatabaseError(error) && error.code?.startsWith('23') === true

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
// pg gives these errors no code. The first is the timeout of waiting for a free client.
const networkMessages =
  /timeout exceeded when trying to connect|connection timeout|timeout expired|read timeout|connection terminated|not queryable|after calling end on the pool/i
// 08 connection, 53 out of resources, 57 operator intervention (shutdown, statement_timeout), 25P03 idle too long,
// 55P03 a lock that is held too long.
const unavailableStates = /^(08|53|57)|^(25P03|55P03)$/

/** True when the database cannot answer now and the client should retry later: the response is a 503. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isDatabaseError(error)) return unavailableStates.test(error.code ?? '')
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if ('code' in error && 'syscall' in error) {
    // ENOENT means a missing file, except for the socket of the database.
    const isNoSocket = error.code === 'ENOENT' && error.syscall === 'connect'
    return isNoSocket || networkCodes.has(String(error.code))
  }
  return networkMessages.test(error.message)
}

const NO_SPACE = /^(ENOSPC|EDQUOT)$/
const NO_ACCESS = /^(EACCES|EPERM|EROFS|ENOTDIR|EIO)$/
/** PostgreSQL's `disk_full`. */
const DATABASE_FULL = '53100'

/** The error code when a failure was caused by the disk: full, or not writable. */
export function diskError(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return
  if (isDatabaseError(error)) return error.code === DATABASE_FULL ? 'error.disk_full' : undefined
  const { code = '', syscall, path } = error as NodeJS.ErrnoException // of unknown type; only compared
  if (syscall && NO_SPACE.test(code)) return 'error.disk_full'
  return path && NO_ACCESS.test(code) ? 'error.storage' : undefined
}
