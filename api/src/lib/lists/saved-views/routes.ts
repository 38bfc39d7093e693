// Saved views with their totals, and a user's preferences of lists.
import type { Permission } from '@kontor/contract/lib/http/permissions'
import { defaultViews, FILLING } from '@kontor/contract/lib/lists/default-views'
import { views } from '@kontor/contract/lib/lists/saved-views'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { CurrentUser } from '../../auth/guard.ts'
import type { Schema } from '../../database/schema.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { HandlerCall } from '../../http/register-route.ts'
import { registerUpdate } from '../../resources/register-update.ts'
import type { RegisteredList } from '../list-registry.ts'
import {
  createView,
  getView,
  listNames,
  listViews,
  removeView,
  type SavedViewContext,
  updateView,
} from './queries.ts'
import './table.ts'
import { knownPreferences, listFor, validateColumns, validateSize } from './validate.ts'

/** The key of preferences for all lists. */
const EVERY = '*'

/** A user's columns and page size of a list; null is the list's default. */
async function preferencesOf(db: Kysely<Schema>, { id }: CurrentUser, list: string) {
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

/** Stores the given preferences: another window may have stored the others. */
const savePreferences = (
  db: Kysely<Schema>,
  user: CurrentUser,
  { list, columns, size }: HandlerCall<typeof views.prefer>['body'],
) =>
  inTransaction(db, async (tx) => {
    const store = (name: string, values: { columns?: string | null; size?: number | null }) =>
      tx
        .insertInto('list_preferences')
        .values({ user_id: user.id, list: name, columns: null, size: null, ...values })
        .onConflict(
          (conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ list: name, ...values }), // SET needs a column
        )
        .execute()
    await store(list, {
      ...(columns !== undefined && { columns: columns && JSON.stringify(columns) }),
      ...(size !== undefined && { size: size === FILLING ? null : size }),
    })
    if (size === FILLING) await store(EVERY, { size })
    return preferencesOf(tx, user, list)
  })

/** Registers the routes; `overShared` is the permission to change the shared views of others. */
export function viewRoutes({ registerRoute, db, lists, userName }: AppContext, overShared: Permission) {
  const context: SavedViewContext = { db, lists, userName, overShared }
  registerRoute(views.index, async ({ user, query: { list } }) => {
    const { definition } = listFor(lists, user, list)
    const [saved, liked] = await Promise.all([listViews(context, user, list), preferencesOf(db, user, list)])
    return { views: saved, ...knownPreferences(definition, liked) }
  })
  registerRoute(views.names, ({ user }) => listNames(context, user))
  registerRoute(views.totals, async ({ user, query: { list } }) => {
    const served = listFor(lists, user, list)
    return { totals: await totalsOf(served, user, await listViews(context, user, list)) }
  })
  registerRoute(views.create, ({ user, body }) => createView(context, user, body))
  registerUpdate(
    registerRoute,
    [views.update, views.patch],
    { schema: views.update.body, load: ({ user, params }) => getView(context, user, params.id) },
    ({ user, params, body }) => updateView(context, user, params.id, body),
  )
  registerRoute(views.remove, ({ user, params }) => removeView(context, user, params.id))
  registerRoute(views.prefer, async ({ user, body }) => {
    const { definition } = listFor(lists, user, body.list)
    validateColumns(definition, body.columns)
    if (body.size !== FILLING) validateSize(definition, body.size)
    return knownPreferences(definition, await savePreferences(db, user, body))
  })
}

/**
 * The number of rows of each view of a list, counted one after the other, so that one user's tabs do not delay others.
 */
async function totalsOf(
  served: RegisteredList,
  user: CurrentUser,
  saved: Awaited<ReturnType<typeof listViews>>,
) {
  const { definition } = served
  const requested: [string, Readonly<Record<string, string>>][] = [
    ['', {}],
    ...Object.entries(defaultViews(definition)).map(
      ([name, { filters }]) => [name, filters] as [string, typeof filters],
    ),
    ...saved.map(({ id, filters, search }): [string, typeof filters] => [
      String(id),
      { ...filters, ...(search && { search }) },
    ]),
  ]
  const totals: Record<string, number | null> = {}
  for (const [name, filters] of requested) totals[name] = await served.total(user, filters)
  return totals
}
