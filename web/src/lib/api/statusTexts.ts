import type { ErrorBody } from '@kontor/contract/lib/http/errors'

/** The documents give these statuses a text of their own, whatever the server says; 489 has a title alone. */
const OWN: Readonly<Record<number, string>> = {
  434: 'validation.exists_inactive',
  435: 'validation.in_use',
  436: 'validation.dates',
  489: '',
  491: 'error.not_reached',
}

/**
 * A refusal as it is shown by its status. Of the other statuses the server's own message is, except where it failed:
 * what it then says is for nobody here.
 */
export function asDocumented(status: number, body: ErrorBody): ErrorBody {
  const isOurs = /^(error|report)\.\w+$/.test(body.message)
  const message = OWN[status] ?? (status >= 500 && !isOurs ? 'error.internal' : body.message)
  return { ...body, message }
}
