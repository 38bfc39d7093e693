import type { views } from '@kontor/contract/kit/views/views'
import type { Kysely } from 'kysely'
import type { SignedIn } from '../auth/guard.ts'
import type { Schema } from '../db/schema.ts'
import type { Call } from '../serve/serve.ts'
import './table.ts'

/** Which columns of a list somebody wants and how many rows; null is as the list has them. */
export async function preferencesOf(db: Kysely<Schema>, { id }: SignedIn, list: string) {
  const row = await db
    .selectFrom('list_preferences')
    .select(['columns', 'size'])
    .where('user_id', '=', id)
    .where('list', '=', list)
    .executeTakeFirst()
  const { columns = null, size = null } = row ?? {}
  return { columns: columns && { order: [...columns.order], hidden: [...columns.hidden] }, size }
}

/** Remembers them; what is as the list has it needs no row. */
export async function keepPreferences(
  db: Kysely<Schema>,
  { id }: SignedIn,
  { list, columns, size }: Call<typeof views.prefer>['body'],
) {
  const values = { columns: columns && JSON.stringify(columns), size }
  await db
    .insertInto('list_preferences')
    .values({ user_id: id, list, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet(values))
    .execute()
  return { columns, size }
}
