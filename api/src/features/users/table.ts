import { isPlainUsername, LOOK_ALIKES, usernameSkeletons } from '@kontor/contract/lib/fields/identity'
import type { Role } from '@kontor/contract/lib/http/about'
import type { userFields } from '@kontor/contract/users'
import { type Generated, type RawBuilder, sql, type Transaction } from 'kysely'
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
  /** Whether it is the user of an API key, as whom nobody can sign in. */
  is_key: Generated<boolean>
}

declare module '../../lib/imports/lock.ts' {
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

/**
 * Refuses a new username that hides something or can be taken for another user's, by sound or by look. A user keeps the
 * one that it has, whatever that is. Holds off everybody else who gives one until the transaction ends.
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
  const twin = await tx
    .selectFrom('users')
    .select('username')
    .where('id', '!=', before?.id ?? 0)
    .where('is_key', '=', false)
    .where('username', '!=', username) // the same one is the constraint's to refuse
    .where((eb) =>
      eb.or([
        eb('username_folded', 'in', skeletons),
        // Only letters beyond ASCII can look like others, so that few rows are folded.
        sql<boolean>`octet_length(username) > length(username) AND ${seen} = ANY(${skeletons})`,
      ]),
    )
    .executeTakeFirst()
  if (twin) throw invalidField('username', 'validation.username_alike', { username: twin.username })
}
