import { type Generated, type RawBuilder, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../lib/auth/guard.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import '../users/table.ts'

declare module '../../lib/database/schema.ts' {
  interface Schema {
    sessions: {
      token_hash: Buffer
      user_id: number
      id: Generated<number>
      /** The address of the sign-in, and its User-Agent header. */
      address: string
      user_agent: string
      created_at: Generated<string>
      /** Accurate to some minutes. */
      last_used_at: Generated<string>
      expires_at: string
      /** The staff user who views the app as this user, and the session with which the view ends. */
      viewer_id: Generated<number | null>
      viewer_session: Generated<Buffer | null>
    }
    login_attempts: { key: string; attempts: number; max_attempts: number; resets_at: string }
    known_devices: {
      token_hash: Buffer
      user_id: number
      /** See `networkOf`. */
      network: string
      signed_in_at: Generated<string>
    }
  }
}

/**
 * Locks the user until the end of the transaction. Throws 401 when the calling session was ended since the request
 * began, because credentials may have been reset meanwhile.
 */
export async function lockOwnUser(tx: Transaction<Schema>, { id, session }: CurrentUser) {
  await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const open = tx.selectFrom('sessions').select('id').where('token_hash', '=', session).forKeyShare()
  if (!(await open.executeTakeFirst())) throw new HttpError('validation.session')
}

/** After a new password: resets the counters of the user, so that attempts at the old one do not lock him out. */
export const resetCounters = (tx: Transaction<Schema>, username: string) =>
  tx
    .deleteFrom('login_attempts')
    .where((eb) =>
      eb.or([
        eb('key', 'in', [`account:${username}`, `second:${username}`]),
        sql<boolean>`starts_with(key, ${`own:${username}:`})`,
      ]),
    )
    .execute()

/** SQL: whether a period of `minutes` that ends at `expires_at` is over, or began before the clock was set back. */
export const isOver = (minutes: number | RawBuilder<number>) =>
  sql<boolean>`(expires_at <= now() OR expires_at > now() + make_interval(mins => ${minutes}))`
