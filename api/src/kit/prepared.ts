import type pg from 'pg'

/** Statements that are prepared at most; a server meets some dozens of them again and again. */
const MOST = 300

/** What was sent: the name under which it is prepared, or nothing after its first time. */
const seen = new Map<string, string | undefined>()

let prepared = 0

/**
 * Makes a client prepare what it sends repeatedly, so that PostgreSQL plans it once per connection. Searches are left
 * out: how best to look for a word depends on the word, and a plan made for any word is a bad one for most.
 */
export function prepareRepeated(client: pg.PoolClient) {
  const query = client.query.bind(client)
  const richer = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    const named = name ? [{ name, text, values }, ...rest] : [text, values, ...rest]
    return (query as (...given: unknown[]) => unknown)(...named)
  }
  client.query = richer as typeof client.query // the same call with one argument made richer
}

function nameOf(text: string): string | undefined {
  if (!seen.has(text)) {
    if (seen.size < MOST && !/\bLIKE\b/i.test(text)) seen.set(text, undefined)
    return undefined
  }
  const known = seen.get(text)
  if (known) return known
  prepared += 1
  seen.set(text, `kontor_${prepared}`)
  return seen.get(text)
}
