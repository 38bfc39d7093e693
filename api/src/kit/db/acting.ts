import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type pg from 'pg'

/** Whose call is being answered, by user id; nobody's while the server works for itself. */
const acting = new AsyncLocalStorage<number>()

/** Runs `work` in the name of a user: what it changes is theirs in the history. */
export const actingAs = <T>(user: { id: number } | null, work: () => T): T =>
  user ? acting.run(user.id, work) : work()

/**
 * Tells the database who is acting, among the values that a change returns: those are evaluated before the triggers
 * behind it. For changes that come too often for a transaction of their own.
 */
export const actingUser = () =>
  sql<string>`set_config('kontor.acting_user', ${String(acting.getStore() ?? '')}, true)`.as('acting_user')

const BEGIN = /^(begin|start transaction)\b/i
const CHANGE = /^\s*(insert|update|delete|with\b.*\b(insert into|update|delete from))\b/is

/**
 * Makes a client tell the database who is acting, whatever it is given to do: the triggers of the history read
 * `kontor.acting_user`. It is told with the beginning of a transaction, without a round trip of its own, and lasts to the end of
 * it, so that no connection carries it to the next caller. A change outside of a transaction gets one.
 */
export function attributeChanges(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>
  async function inOwnTransaction(begin: string, given: unknown[]) {
    await query(begin)
    try {
      const result = await query(...given)
      await query('commit')
      return result
    } catch (error) {
      await query('rollback')
      throw error
    }
  }
  const attributed = (...given: unknown[]) => {
    const [text, , callback] = given
    const user = acting.getStore()
    if (user === undefined || typeof text !== 'string' || callback) return query(...given)
    const setUser = `set local kontor.acting_user = '${user}'`
    if (BEGIN.test(text)) return query(`${text}; ${setUser}`)
    const told = client.getTransactionStatus() !== 'I' || text.includes('kontor.acting_user')
    return told || !CHANGE.test(text) ? query(...given) : inOwnTransaction(`begin; ${setUser}`, given)
  }
  client.query = attributed as typeof client.query // the same call, answered the same
}
