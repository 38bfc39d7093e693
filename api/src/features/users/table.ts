import { isPlainUsername, LOOK_ALIKES, usernameSkeletons } from '@kontor/contract/lib/fields/identity'
import type { Role } from '@kontor/contract/lib/http/about'
import type { userFields } from '@kontor/contract/users'
import { type Generated, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { registerConstraints } from '../../lib/database/constraints.ts'
import type { RecordTableColumns, Schema } from '../../lib/database/schema.ts'
import { invalidField } from '../../lib/http/http-error.ts'
import type { FieldsTable } from '../../lib/resources/field-columns.ts'

interface UserTable extends RecordTableColumns, Omit<FieldsTable<typeof userFields>, 'role'> {
  role: Generated<Role>
  name_folded: Generated<string>
  username_folded: Generated<string>
  email_folded: Generated<string | null>
  password_hash: string
  /** The last invitation by mail, while the user has not set a password. */
  invited_at: Generated<string | null>
  /** Whether it is the user of an API key, who cannot sign in. */
  is_key: Generated<boolean>
}

declare module '../../lib/imports/importable-lists.ts' {
  interface ImportableLists {
    users: true
  }
}

declare module '../../lib/database/schema.ts' {
  interface Schema {
    users: UserTable
  }
}

registerConstraints({
  users_last_staff: { code: 'validation.last_admin' },
  users_username_taken: {
    field: 'username',
    key: 'validation.unique_username',
    unique: { table: 'users', columns: ['username'] },
  },
  users_email_taken: {
    field: 'email',
    key: 'validation.unique_email',
  },
  users_partner_missing: { field: 'partner_id', key: 'validation.not_found' },
})

/** SQL: the name of the user with this id. */
export const userName = (id: RawBuilder<number>) =>
  sql<string>`(SELECT users.name FROM users WHERE users.id = ${id})`

/** The active users of an active partner, by name. */
export const activeUsersOf = (db: Kysely<Schema>, partnerId: number) =>
  db
    .selectFrom('users')
    .innerJoin('partners', 'partners.id', 'users.partner_id')
    .select(['users.id', 'users.name'])
    .where('partners.id', '=', partnerId)
    .where('partners.is_active', '=', true)
    .where('users.is_active', '=', true)
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(200)

/** Throws for a user to whom nobody can write: of another partner, or inactive. Locks both until the end. */
export async function requireUserOf(tx: Transaction<Schema>, partner_id: number, user_id: number) {
  const user = await tx
    .selectFrom('users')
    .innerJoin('partners', 'partners.id', 'users.partner_id')
    .select('users.id')
    .where('users.id', '=', user_id)
    .where('partners.id', '=', partner_id)
    .where('users.is_active', '=', true)
    .where('partners.is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!user) throw invalidField('user_id', 'validation.not_found')
}

/**
 * Throws for a new username with confusable or hidden characters, or one that sounds or looks like another user's. An
 * unchanged username is accepted. Locks usernames until the end of the transaction.
 */
export async function requireUsername(
  tx: Transaction<Schema>,
  username: string,
  before?: { id: number; username: string },
) {
  if (username === before?.username) return
  if (!isPlainUsername(username)) throw invalidField('username', 'validation.username_letters')
  await sql`SELECT pg_advisory_xact_lock(hashtext('usernames'))`.execute(tx)
  const skeletons = usernameSkeletons(username)
  const seen = sql`fold(translate(username, ${LOOK_ALIKES.cyrillic}, ${LOOK_ALIKES.latin}))`
  const lookalike = await tx
    .selectFrom('users')
    .select('username')
    .where('id', '!=', before?.id ?? 0)
    .where('is_key', '=', false)
    .where('username', '!=', username) // an equal username violates the unique constraint
    .where((eb) =>
      eb.or([
        eb('username_folded', 'in', skeletons),
        // Only non-ASCII letters can look like others, so few rows must be folded.
        sql<boolean>`octet_length(username) > length(username) AND ${seen} = ANY(${skeletons})`,
      ]),
    )
    .executeTakeFirst()
  if (lookalike) throw invalidField('username', 'validation.username_alike', { username: lookalike.username })
}
