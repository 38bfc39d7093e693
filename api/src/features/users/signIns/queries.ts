import { signInList } from '@kontor/contract/users/signIns'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { deleteInPortions } from '../../../lib/database/delete-in-portions.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { column, listSource } from '../../../lib/lists/source.ts'
import { recordRefOrNull } from '../../../lib/resources/record-refs.ts'
import '../table.ts'
import './table.ts'

/** Days for which an attempt is stored, and the maximum number of stored failed attempts. */
const SIGN_IN_DAYS = 90
const MAX_FAILED = 500_000

export const signInSource = listSource({
  definition: signInList,
  id: sql.ref('sign_ins.id'),
  columns: {
    at: column('sign_ins', 'at'),
    username: column('sign_ins', 'username', 'username_folded'),
    user: column('users', 'name', 'name_folded'),
    outcome: column('sign_ins', 'outcome'),
    factor: column('sign_ins', 'factor'),
    address: column('sign_ins', 'address'),
    browser: column('sign_ins', 'browser'),
    system: column('sign_ins', 'system'),
    tries: column('sign_ins', 'attempts'),
  },
  tables: ['sign_ins', 'users'],
  rows: (db) => entries(db),
})

const entries = (db: Kysely<Schema>) =>
  db
    .selectFrom('sign_ins')
    .leftJoin('users', 'users.id', 'sign_ins.user_id')
    .select(['sign_ins.id', 'at', 'sign_ins.username', 'outcome', 'factor', 'address', 'browser', 'system'])
    .select(['sign_ins.attempts as tries', recordRefOrNull('users').as('user')])

/** The user's own last attempts, and those of others with the user's name. */
export const listOwnSignIns = (db: Kysely<Schema>, { id }: CurrentUser) =>
  entries(db)
    .where('user_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('sign_ins.id', 'desc')
    .limit(20)
    .execute()

/** Deletes expired attempts, and of failed ones all but the latest. */
export async function sweepSignIns(db: Kysely<Schema>, max = MAX_FAILED) {
  await deleteInPortions(db, 'sign_ins', sql`at < now() - make_interval(days => ${SIGN_IN_DAYS})`)
  const tooMany = sql`SELECT id FROM sign_ins WHERE outcome <> 'ok' ORDER BY id DESC OFFSET ${max} LIMIT 1`
  await deleteInPortions(db, 'sign_ins', sql`outcome <> 'ok' AND id <= (${tooMany})`)
}
