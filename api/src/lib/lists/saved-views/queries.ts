import { acceptedPermissions, can, type Permission } from '@kontor/contract/lib/http/permissions'
import type { ViewState } from '@kontor/contract/lib/lists/default-views'
import { MAX_VIEWS, type SavedView, type views } from '@kontor/contract/lib/lists/saved-views'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { CurrentUser } from '../../auth/guard.ts'
import type { Schema } from '../../database/schema.ts'
import { inTransaction } from '../../database/transaction.ts'
import { HttpError, orNotFound } from '../../http/http-error.ts'
import type { HandlerCall } from '../../http/register-route.ts'
import { publish } from '../../realtime/events.ts'
import type { ListRegistry, RegisteredList } from '../list-registry.ts'
import { knownState, listFor, validatedState } from './validate.ts'
import './table.ts'

/** The context of the view handlers. */
export interface SavedViewContext extends Pick<AppContext, 'db' | 'userName'> {
  lists: ListRegistry
  /** The permission to change the shared views of others. */
  overShared: Permission
}

/** The views of a list that a user may see: the own ones first, each group by name. */
export async function listViews(
  context: SavedViewContext,
  user: CurrentUser,
  list: string,
): Promise<SavedView[]> {
  const rows = await visible(context, context.db, user)
    .where('views.list', '=', list)
    .orderBy(sql`views.user_id = ${user.id}`, 'desc')
    .orderBy('views.name')
    .orderBy('views.id')
    .limit(4 * MAX_VIEWS)
    .execute()
  return rows.map((row) => shown(context, user, row))
}

/** The views of all lists that a user may see, the own ones first. */
export async function listNames(context: SavedViewContext, user: CurrentUser) {
  const rows = await visible(context, context.db, user)
    .orderBy(sql`views.user_id = ${user.id}`, 'desc')
    .orderBy('views.name')
    .orderBy('views.id')
    .execute()
  return rows
    .filter(({ list }) => {
      const served = context.lists.get(list)
      return served !== undefined && can(user.permissions, served.route.permission ?? 'signed-in')
    })
    .map(({ id, name, list }) => ({ id, name, list }))
}

const visible = (context: SavedViewContext, db: Kysely<Schema>, user: CurrentUser) =>
  all(context, db).where(({ eb, or }) => or([eb('user_id', '=', user.id), eb('is_shared', '=', true)]))

const all = ({ userName }: SavedViewContext, db: Kysely<Schema>) =>
  db
    .selectFrom('views')
    .select(['id', 'list', 'user_id', 'name', 'is_shared', 'state', 'version'])
    .select(userName(sql`views.user_id`).as('owner'))

type ViewRow = Awaited<ReturnType<ReturnType<typeof visible>['execute']>>[number]

function shown(
  { overShared, lists }: SavedViewContext,
  user: CurrentUser,
  { user_id, state, ...row }: ViewRow,
): SavedView {
  const is_own = user_id === user.id
  const definition = lists.get(row.list)?.definition
  return {
    ...row,
    ...(definition ? knownState(definition, withDefaults(state)) : { ...withDefaults(state), dropped: [] }),
    is_own,
    may_change: is_own || user.permissions.has(overShared),
  }
}

// A view of an older version may lack newer properties.
const withDefaults = ({ filters, search, sort, columns, size }: Partial<ViewState>) => ({
  filters: filters ?? {},
  search: search ?? '',
  sort: sort ?? null,
  columns: columns ? { order: [...columns.order], hidden: [...columns.hidden] } : null,
  size: size ?? null,
})

/** A view that the user may change. Throws 404, and 403 for another user's view without the permission. */
export const getView = async (context: SavedViewContext, user: CurrentUser, id: number) =>
  requireChangeable(
    context,
    user,
    await visible(context, context.db, user).where('views.id', '=', id).executeTakeFirst(),
  ).view

/** As {@link getView}, locked until the end of the transaction. */
const viewToChange = async (
  context: SavedViewContext,
  tx: Transaction<Schema>,
  user: CurrentUser,
  id: number,
) =>
  requireChangeable(
    context,
    user,
    await visible(context, tx, user).where('views.id', '=', id).forUpdate().executeTakeFirst(),
  )

function requireChangeable(context: SavedViewContext, user: CurrentUser, one: ViewRow | undefined) {
  const row = orNotFound(one)
  const list = listFor(context.lists, user, row.list)
  const view = shown(context, user, row)
  if (!view.may_change) throw new HttpError('views.not_own')
  return { list, row, view }
}

export function createView(
  context: SavedViewContext,
  user: CurrentUser,
  { list, name, is_shared, ...viewState }: Create,
) {
  const served = listFor(context.lists, user, list)
  const state = JSON.stringify(validatedState(served.definition, viewState))
  return inTransaction(context.db, async (tx) => {
    // Serialises simultaneous saves, so that the limit is exact.
    await sql`SELECT pg_advisory_xact_lock(hashtext('views of one'), ${user.id})`.execute(tx)
    const userViews = tx.selectFrom('views').where('user_id', '=', user.id).where('list', '=', list)
    const { count } = await userViews
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_VIEWS) throw new HttpError('views.too_many', { params: { max: MAX_VIEWS } })
    const { id } = await tx
      .insertInto('views')
      .values({ list, user_id: user.id, name, is_shared, state })
      .returning('id')
      .executeTakeFirstOrThrow()
    return publishAndGet(context, tx, user, { id, served, list, isShared: is_shared })
  })
}

/** A view stays on its list. An outdated version is answered with 409 and the current view. */
export function updateView(
  context: SavedViewContext,
  user: CurrentUser,
  id: number,
  { version, name, is_shared, ...state }: Update,
) {
  return inTransaction(context.db, async (tx) => {
    const { list: served, row, view } = await viewToChange(context, tx, user, id)
    if (version !== undefined && version !== row.version)
      throw new HttpError('error.conflict', { current: view })
    await tx
      .updateTable('views')
      .set({ name, is_shared, state: JSON.stringify(validatedState(served.definition, state)) })
      .set({ version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    return publishAndGet(context, tx, user, {
      id,
      served,
      list: row.list,
      isShared: is_shared || row.is_shared,
    })
  })
}

export function removeView(context: SavedViewContext, user: CurrentUser, id: number) {
  return inTransaction(context.db, async (tx) => {
    const { list: served, row } = await viewToChange(context, tx, user, id)
    await tx.deleteFrom('views').where('id', '=', id).execute()
    await publishViews(tx, user, { served, list: row.list, isShared: row.is_shared })
    return { id }
  })
}

type Create = HandlerCall<typeof views.create>['body']
type Update = HandlerCall<typeof views.update>['body']

interface Changed {
  served: RegisteredList
  list: string
  /** Whether others could see it before the change, or can see it now. */
  isShared: boolean
}

/** Publishes a changed view and returns it, also to a user who has just made another person's view private. */
async function publishAndGet(
  context: SavedViewContext,
  tx: Transaction<Schema>,
  user: CurrentUser,
  { id, ...changed }: Changed & { id: number },
) {
  const row = await all(context, tx).where('views.id', '=', id).executeTakeFirstOrThrow()
  await publishViews(tx, user, changed)
  return shown(context, user, row)
}

async function publishViews(tx: Transaction<Schema>, user: CurrentUser, { served, list, isShared }: Changed) {
  const permissions = isShared ? acceptedPermissions(served.route.permission ?? 'signed-in') : []
  const to = [{ userId: user.id }, ...permissions.map((staff) => ({ staff }))]
  await publish(
    tx,
    to.map((one) => ({ to: one, type: 'views' as const, data: { list } })),
  )
}
