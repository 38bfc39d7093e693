import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { networkOf } from '../../../lib/auth/network.ts'
import { isKeyToken, tokenHash } from '../../../lib/auth/tokens.ts'
import { compileQuery } from '../../../lib/database/compiled-query.ts'
import { memoizePerDatabase } from '../../../lib/database/per-database.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import '../../users/keys/table.ts'
import { permissionsOfKey } from '../../users/roles/table.ts'
import { recordSignIn } from '../../users/signIns/table.ts'
import { recordUse } from '../open/queries.ts'
import { findSessions } from '../queries.ts'

/** The callers of these tokens, of sessions or API keys. Looked up for every request. */
export async function findCallers(db: Kysely<Schema>, tokens: string[]): Promise<Map<string, CurrentUser>> {
  const keys = tokens.filter(isKeyToken)
  if (keys.length === 0) return findSessions(db, tokens)
  const people = tokens.filter((token) => !isKeyToken(token))
  const found = people.length > 0 ? await findSessions(db, people) : []
  return new Map([...found, ...(await findKeys(db, keys))])
}

/**
 * The valid keys with their current permissions. A key still works when its creator is gone, so that the program does
 * not stop.
 */
async function findKeys(db: Kysely<Schema>, tokens: string[]) {
  const byHash = new Map(tokens.map((token) => [tokenHash(token).toString('hex'), token]))
  const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const found = await validKeys(db, hashes)
  return found.map(({ granted, revoked, restrictedTo, ...user }): [string, CurrentUser] => {
    const hash = user.session.toString('hex')
    recordUse(db, hash)
    const permissions = permissionsOfKey(user.role, granted, revoked, restrictedTo)
    return [
      byHash.get(hash) ?? '',
      { ...user, permissions, partner_id: null, isKey: true, needsFactor: false },
    ]
  })
}

/** Keys and networks logged within the last minute, so that a program that retries does not fill the log. */
const recentlyLogged = memoizePerDatabase(() => new LRUCache<string, true>({ max: 1000, ttl: 60_000 }))

/**
 * Logs a rejected key in the log of sign-ins, at most once a minute per key, and per network for unknown tokens, so
 * that a program that no longer works is noticed.
 */
export async function recordRefusedKey(
  db: Kysely<Schema>,
  token: string,
  from: { address: string; userAgent: string },
) {
  if (!isKeyToken(token)) return
  const user = await db
    .selectFrom('api_key_tokens')
    .innerJoin('users', 'users.id', 'key_id')
    .select(['users.id', 'users.name as username'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  const logKey = user ? `key ${user.id}` : networkOf(from.address)
  const noted = recentlyLogged(db)
  if (noted.has(logKey)) return
  noted.set(logKey, true)
  recordSignIn(db, { user, outcome: user ? 'inactive' : 'unknown', factor: 'api_key', ...from })
}

const validKeys = compileQuery((db) =>
  db
    .selectFrom('api_key_tokens')
    .innerJoin('api_keys', 'api_keys.id', 'key_id')
    .innerJoin('users', 'users.id', 'key_id')
    .leftJoin('roles', 'roles.role', 'users.role')
    .select(['users.id', 'users.name', 'username', 'users.role', 'token_hash as session'])
    .select(['given as granted', 'taken as revoked', 'api_keys.rights as restrictedTo'])
    .where('api_keys.is_active', '=', true)
    .where('users.is_active', '=', true)
    .where(sql<boolean>`(ends_on IS NULL OR ends_on >= office_day())`)
    .where(sql<boolean>`token_hash = ANY(${[]}::bytea[])`),
)
