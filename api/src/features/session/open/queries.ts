import { type Kysely, sql } from 'kysely'
import { deviceOf } from '../../../lib/auth/device.ts'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { memoizePerDatabase } from '../../../lib/database/per-database.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import '../../users/keys/table.ts'
import '../table.ts'

/** The user's open sessions, the current one first and then by last use. */
export async function listSessions(db: Kysely<Schema>, { id, session }: CurrentUser) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at'])
    .select(({ eb }) => eb('token_hash', '=', session).$castTo<boolean>().as('is_current'))
    .select(
      sql<string>`CASE WHEN token_hash = ${session}::bytea THEN now() ELSE last_used_at END`.as(
        'last_used_at',
      ),
    )
    .where('user_id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('is_current', 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ user_agent, ...row }) => ({ ...row, ...deviceOf(user_agent) }))
}

/** Ends a session of this user; 404 for another user's. */
export const endSession = async (db: Kysely<Schema>, user: CurrentUser, id: number) =>
  orNotFound(
    await db
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst(),
  )

/** Ends the user's sessions except the calling one. */
export const endOtherSessions = (db: Kysely<Schema>, { id, session }: CurrentUser) =>
  db.deleteFrom('sessions').where('user_id', '=', id).where('token_hash', '!=', session).execute()

/** Precision of the last use of a session or an API key, in minutes. */
const COARSE = 5
const usedSince = memoizePerDatabase(() => new Set<string>())

/** Records a use in memory, by the hex of the token's hash, without a query. */
export const recordUse = (db: Kysely<Schema>, hash: string) => usedSince(db).add(hash)

/** Stores the recorded uses of sessions and API keys. Uses lost by a failure are stored with the next use. */
export async function writeLastUse(db: Kysely<Schema>) {
  const used = usedSince(db)
  if (used.size === 0) return
  const hashes = [...used].map((hash) => Buffer.from(hash, 'hex'))
  used.clear()
  const long = sql<string>`now() - make_interval(mins => ${COARSE})`
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql`now()` })
    .where(sql<boolean>`token_hash = ANY(${hashes})`)
    .where('last_used_at', '<', long)
    .execute()
  await db
    .updateTable('api_key_tokens')
    .set({ last_used_at: sql`now()` })
    .where(sql<boolean>`token_hash = ANY(${hashes})`)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', long)]))
    .execute()
}
