import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/** Statements that a connection keeps prepared; a server meets some dozens of them again and again. */
const MOST = 300

/** What pg knows of the statements that the server has prepared, by name; not in its types. */
type Internals = pg.PoolClient & { connection: { parsedStatements: Record<string, string> } }

/**
 * Makes a client prepare what it sends repeatedly, so that PostgreSQL plans it once per connection; what has not come for
 * the longest time makes room. Searches are left out: how best to look for a word depends on the word, and a plan made
 * for any word is a bad one for most.
 */
export function prepareRepeated(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>
  const once = new LRUCache<string, true>({ max: MOST })
  const { parsedStatements } = (client as Internals).connection
  // A name that the server never took (its first use was refused) must not be named to it either: inside of somebody's
  // transaction that would be an error. In one that has failed the server keeps it as long as the connection lives.
  const forget = (name: string) => {
    if (parsedStatements[name] === undefined) return
    delete parsedStatements[name] // pg itself never forgets one
    void query(`DEALLOCATE ${name}`).catch(() => {})
  }
  const names = new LRUCache<string, string>({ max: MOST, dispose: forget })
  let made = 0

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known) return known
    if (once.has(text)) names.set(text, `kontor_${++made}`)
    else if (!/\bLIKE\b/i.test(text)) once.set(text, true)
    return names.get(text)
  }

  const richer = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    const named = name ? [{ name, text, values }, ...rest] : [text, values, ...rest]
    return query(...named)
  }
  client.query = richer as typeof client.query // the same call with one argument made richer
}
