import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'

/** Where the triggers of the history look for who changes something: set for one transaction at a time. */
export const USER_SETTING = 'kontor.acting_user'

const current = new AsyncLocalStorage<number>()

/** The id of the user whose call is being answered; undefined while the server works for itself. */
export const currentUser = (): number | undefined => current.getStore()

/** Runs `work` for a user: what it changes is theirs in the history. */
export const asUser = <T>(user: { id: number } | null, work: () => T): T =>
  user ? current.run(user.id, work) : work()

/**
 * Tells the database who the current user is among the values that a change returns, which are evaluated before the
 * triggers behind it. It spares a change that comes often the transaction of its own that the driver would give it.
 */
export const withCurrentUser = () =>
  sql<string>`set_config(${sql.lit(USER_SETTING)}, ${String(currentUser() ?? '')}, true)`.as('acting_user')
