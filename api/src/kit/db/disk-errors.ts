import type { RefusalCode } from '@kontor/contract/kit/api/errors'
import { isDatabaseError } from './database-errors.ts'

const NO_SPACE = /^(ENOSPC|EDQUOT)$/
const NO_ACCESS = /^(EACCES|EPERM|EROFS|ENOTDIR|EIO)$/
/** PostgreSQL's `disk_full`. */
const DATABASE_FULL = '53100'

/** What is wrong with the disk when that is why something failed: it is full, or cannot be written to. */
export function diskRefusal(error: unknown): RefusalCode | undefined {
  if (!(error instanceof Error)) return
  if (isDatabaseError(error)) return error.code === DATABASE_FULL ? 'error.disk_full' : undefined
  const { code = '', syscall, path } = error as NodeJS.ErrnoException // of unknown origin; only compared
  if (syscall && NO_SPACE.test(code)) return 'error.disk_full'
  return path && NO_ACCESS.test(code) ? 'error.storage' : undefined
}
