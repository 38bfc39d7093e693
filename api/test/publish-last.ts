import type pg from 'pg'

const PUBLISHES = /\binsert into "?events"?/i
/** Locks rows: a change, or a SELECT for one. Not the answer of a call, whose key the transaction has locked at its begin. */
const LOCKS =
  /\b(insert into(?! "?(events|idempotency_keys))|update|delete from|for (no key update|(key )?share))\b/i

/**
 * Adds to `late` the statements that lock rows after their transaction has published an event. Until the commit all
 * other publishers wait, so one of them that holds such a row would be a deadlock. To be called before the pool is used.
 */
export function noteLateLocks(pool: pg.Pool, late: string[]) {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parts: unknown[]) => unknown
    let isOpen = false
    let hasPublished = false
    const note = (text: string) => {
      if (/^(begin|commit|rollback)\b(?! to)/i.test(text)) {
        isOpen = /^begin/i.test(text)
        hasPublished = false
      } else if (hasPublished && LOCKS.test(text)) late.push(text)
      else if (isOpen && PUBLISHES.test(text)) hasPublished = true
    }
    const noting = (first: string | { text: string }, ...rest: unknown[]) => {
      note(typeof first === 'string' ? first : first.text)
      return query(first, ...rest)
    }
    client.query = noting as typeof client.query
  })
}
