import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'

/** The setting from which the audit triggers read the user of a change; set per transaction. */
export const USER_SETTING = 'kontor.acting_user'

const current = new AsyncLocalStorage<number>()

/** The id of the user whose request is being handled; undefined for work of the server itself. */
export const currentUser = (): number | undefined => current.getStore()

/** Runs `work` as a user: the audit log records its changes under that user. */
export const asUser = <T>(user: { id: number } | null, work: () => T): T =>
  user ? current.run(user.id, work) : work()

/**
 * Sets the current user in the RETURNING clause of a change, which PostgreSQL evaluates before AFTER triggers. It saves
 * a frequent change the transaction that the driver would open for it.
 */
export const withCurrentUser = (user: unknown = settingOfUser()) =>
  sql<string>`set_config(${sql.lit(USER_SETTING)}, ${user}, true)`.as('acting_user')

/** The value of that setting. */
export const settingOfUser = () => String(currentUser() ?? '')
