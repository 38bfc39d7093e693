import type { ErrorBody } from '@kontor/contract/lib/http/errors'

/** Statuses whose text is documented, regardless of the server's message; 489 has only a title. */
const DOCUMENTED: Readonly<Record<number, string>> = {
  434: 'validation.exists_inactive',
  435: 'validation.in_use',
  436: 'validation.dates',
  489: '',
  491: 'error.not_reached',
}

/**
 * The documented text of an error by its status. For other statuses it is the server's message, except
 * for internal errors, whose message is not for users.
 */
export function asDocumented(status: number, body: ErrorBody): ErrorBody {
  const isOurs = /^(error|report)\.\w+$/.test(body.message)
  const message = DOCUMENTED[status] ?? (status >= 500 && !isOurs ? 'error.internal' : body.message)
  return { ...body, message }
}
