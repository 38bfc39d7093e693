import type pg from 'pg'
import { Recent } from './recent.ts'

/** Statements that are prepared at most; a server meets some dozens of them again and again. */
const MOST = 300

/** What was sent once, lately. */
const once = new Recent<true>()
/** The names under which statements are prepared. */
const names = new Map<string, string>()

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
  const known = names.get(text)
  if (known || names.size >= MOST) return known
  if (once.peek(text)) names.set(text, `kontor_${names.size + 1}`)
  else if (!/\bLIKE\b/i.test(text)) once.keep(text, true)
  return names.get(text)
}
