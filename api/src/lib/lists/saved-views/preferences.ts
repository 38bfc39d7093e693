import { FILLING } from '@kontor/contract/lib/lists/default-views'
import type { views } from '@kontor/contract/lib/lists/saved-views'
import type { Kysely } from 'kysely'
import type { SignedIn } from '../../auth/guard.ts'
import type { Schema } from '../../database/schema.ts'
import type { Call } from '../../http/register-route.ts'
import './table.ts'

/** The key of preferences for all lists. */
const EVERY = '*'

/** A user's columns and page size of a list; null is the list's default. */
export async function preferencesOf(db: Kysely<Schema>, { id }: SignedIn, list: string) {
  const rows = await db
    .selectFrom('list_preferences')
    .select(['list', 'columns', 'size'])
    .where('user_id', '=', id)
    .where('list', 'in', [list, EVERY])
    .execute()
  const of = (name: string) => rows.find((row) => row.list === name)
  const columns = of(list)?.columns ?? null
  const size = of(list)?.size ?? of(EVERY)?.size ?? null
  return { columns: columns && { order: [...columns.order], hidden: [...columns.hidden] }, size }
}

/** Stores them; a default needs no row. */
export async function savePreferences(
  db: Kysely<Schema>,
  { id }: SignedIn,
  { list, columns, size }: Call<typeof views.prefer>['body'],
) {
  const preferences = { user_id: id, list, columns: columns && JSON.stringify(columns) }
  const every = { user_id: id, list: EVERY, columns: null, size }
  await db
    .insertInto('list_preferences')
    .values(size === FILLING ? [{ ...preferences, size: null }, every] : { ...preferences, size })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'list'])
        .doUpdateSet(({ ref }) => ({ columns: ref('excluded.columns'), size: ref('excluded.size') })),
    )
    .execute()
  return { columns, size }
}
