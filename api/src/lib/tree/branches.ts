import {
  type DeletedNode,
  MAX_DEPTH,
  RESTORABLE_DAYS,
  type TreeNode,
} from '@kontor/contract/lib/resources/tree'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInPortions } from '../database/delete-in-portions.ts'
import type { Schema } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { withoutHistory } from '../database/triggers.ts'
import { conflict, HttpError, invalidField, notFound, orNotFound } from '../http/http-error.ts'
import { replaceLinks } from '../resources/links.ts'
import { differs } from '../resources/records.ts'
import { getNode, pathOf, publishNode } from './nodes.ts'
import { isAlive, isUnderAlive, type Levels, levelsToRoot, lockTree, publishTree, type Tree } from './tree.ts'

/** A node that is locked for a change. */
interface LockedNode {
  id: number
  parent_id: number | null
  ancestors: number[]
  is_item: boolean
  is_visible: boolean
}

/** Returns a folder with its ancestors. Throws HttpError 422 at `field` when it does not exist or is an item. */
export async function requireFolder(db: Kysely<Schema>, tree: Tree, id: number, field: string) {
  const { rows } = await sql<{ is_item: boolean; ancestors: number[] }>`SELECT is_item, ancestors
    FROM ${sql.table(tree.table)} WHERE id = ${id} AND ${isAlive(tree)}`.execute(db)
  const [folder] = rows
  if (!folder) throw invalidField(field, 'validation.not_found')
  if (folder.is_item) throw new HttpError('tree.parent_item', { errors: { [field]: ['tree.parent_item'] } })
  return folder
}

/** As {@link requireFolder}, for a folder that can take a node now. */
export async function requireDepthLeft(db: Kysely<Schema>, tree: Tree, id: number, field: string) {
  const folder = await requireFolder(db, tree, id, field)
  if (folder.ancestors.length + 2 > MAX_DEPTH)
    throw new HttpError('tree.depth', { errors: { [field]: ['tree.depth'] } })
  return folder
}

/** As {@link requireDepthLeft}; the tree is locked until the end of the transaction. */
export async function requireParent(tx: Transaction<Schema>, tree: Tree, id: number, field: string) {
  await lockTree(tx, tree)
  return requireDepthLeft(tx, tree, id, field)
}

/**
 * Locks the tree until the end of the transaction and returns a node. Throws 404 when it does not exist or is deleted,
 * and 409 when it has been changed since `version` was read.
 */
export async function lockNode(tx: Transaction<Schema>, tree: Tree, id: number, version?: number) {
  await lockTree(tx, tree)
  const { rows } = await sql<
    LockedNode & { version: number }
  >`SELECT id, ${tree.parent} AS parent_id, ancestors, is_item,
      is_visible, version
    FROM ${sql.table(tree.table)} WHERE id = ${id} AND ${isAlive(tree)} FOR NO KEY UPDATE`.execute(tx)
  const node = orNotFound(rows[0])
  if (version !== undefined && version !== node.version)
    throw conflict(tree.table, id, await getNode(tx, tree, id))
  return node
}

const setNode = (
  tx: Transaction<Schema>,
  { table }: Tree,
  id: number,
  values: Record<string, unknown>,
  when = sql<boolean>`true`,
) => {
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return sql`UPDATE ${sql.table(table)} SET ${sql.join(set)} WHERE id = ${id} AND ${when}`.execute(tx)
}

/** Changes a locked node, unless nothing differs; undefined values are not changed. */
export async function changeNode<Node extends TreeNode>(
  tx: Transaction<Schema>,
  tree: Tree<Node>,
  { id, parent_id, is_visible }: LockedNode,
  values: Record<string, unknown>,
  categories: readonly number[] | null | undefined,
) {
  const all = Object.entries({ is_visible, ...values })
  const given = Object.fromEntries(all.filter(([, value]) => value !== undefined))
  const written = await setNode(tx, tree, id, given, differs(tree.table, given))
  const hasOtherCategories = categories ? await categoriseNode(tx, tree, id, categories) : false
  if (!written.numAffectedRows) {
    if (!hasOtherCategories) return getNode(tx, tree, id)
    await setNode(tx, tree, id, { is_visible }) // raises the version
  }
  return publishNode(tx, tree, id, [parent_id])
}

/** Moves a node with its subtree to another parent. Throws 404, 409, and 422 where that is not allowed. */
export const moveNode = <Node extends TreeNode>(
  db: Kysely<Schema>,
  tree: Tree<Node>,
  id: number,
  { parent_id, version }: { parent_id: number | null; version?: number | undefined },
) =>
  inTransaction(db, async (tx) => {
    const before = await lockNode(tx, tree, id, version)
    if (parent_id === before.parent_id) return getNode(tx, tree, id)
    if (parent_id !== null) await requireFolder(tx, tree, parent_id, 'parent_id')
    await setNode(tx, tree, id, { [`${tree.table}_id`]: parent_id })
    const after = await lockNode(tx, tree, id)
    const changed = [...levelsToRoot(before), ...levelsToRoot(after), ...(await levelsBelow(tx, tree, id))]
    return publishNode(tx, tree, id, changed)
  })

/** Maximum number of levels that one event lists. */
const MAX_LEVELS = 500

/** The levels of a subtree: the visibility of their nodes has changed. */
async function levelsBelow(tx: Transaction<Schema>, tree: Tree, id: number): Promise<Levels> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(tree.table)}
    WHERE NOT is_item AND (id = ${id} OR ancestors @> ARRAY[${id}::int]) AND ${isAlive(tree)}
    LIMIT ${sql.lit(MAX_LEVELS)}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Deletes a node with its subtree and returns the number of nodes. Throws 404 and 409. */
export const removeNode = (db: Kysely<Schema>, tree: Tree, id: number, version?: number) =>
  inTransaction(db, async (tx) => {
    const before = await lockNode(tx, tree, id, version)
    const { rows } = await sql<{ nodes: number }>`SELECT count(*) AS nodes FROM ${sql.table(tree.table)}
      WHERE (id = ${id} OR ancestors @> ARRAY[${id}::int]) AND ${isAlive(tree)}`.execute(tx)
    await setNode(tx, tree, id, { is_active: false })
    await publishTree(tx, tree, levelsToRoot(before))
    return { id, nodes: rows[0]?.nodes ?? 1 }
  })

/** Shows or hides a node: the requested state, or the opposite of the current one. Throws 404. */
export const setNodeVisible = (db: Kysely<Schema>, tree: Tree, id: number, target: boolean | undefined) =>
  inTransaction(db, async (tx) => {
    const before = await lockNode(tx, tree, id)
    const is_visible = target ?? !before.is_visible
    if (is_visible !== before.is_visible) await setNode(tx, tree, id, { is_visible })
    const node = await getNode(tx, tree, id)
    if (is_visible !== before.is_visible)
      await publishTree(tx, tree, [before.parent_id, ...(await levelsBelow(tx, tree, id))])
    return node
  })

const isRestorable = sql<boolean>`deleted_at > now() - ${`${RESTORABLE_DAYS} days`}::interval`

/**
 * Restores a deleted node: in its former folder, or hidden at the root when that folder does not exist. Throws 404, and
 * 422 when it is not deleted or not allowed there.
 */
export const restoreNode = <Node extends TreeNode>(db: Kysely<Schema>, tree: Tree<Node>, id: number) =>
  inTransaction(db, async (tx) => {
    await lockTree(tx, tree)
    const { rows } = await sql<{ is_active: boolean; is_kept: boolean; has_place: boolean }>`
      SELECT is_active, coalesce(${isRestorable}, false) AS is_kept, ${isUnderAlive(tree)} AS has_place
      FROM ${sql.table(tree.table)} WHERE id = ${id}`.execute(tx)
    const { is_active, is_kept, has_place } = orNotFound(rows[0])
    if (is_active && has_place) throw new HttpError('tree.not_deleted')
    if (!is_kept) throw notFound() // it was deleted with a folder, or too long ago
    // Outside of its folder it is hidden, because the folder's categories do not restrict it at the root.
    const elsewhere = { [`${tree.table}_id`]: null, is_visible: false }
    await setNode(tx, tree, id, { is_active: true, ...(has_place ? {} : elsewhere) })
    return publishNode(tx, tree, id, levelsToRoot(await lockNode(tx, tree, id)))
  })

/** Deleted nodes that can be restored, the last deleted first. */
export async function listDeleted(
  db: Kysely<Schema>,
  tree: Tree,
  userName: (id: RawBuilder<number>) => RawBuilder<string>,
): Promise<DeletedNode[]> {
  const { table, id, name, joins } = tree
  const nodeColumn = (column: string) => sql.ref(`${table}.${column}`)
  // between the deleted node and a counted descendant
  const below = sql`below.ancestors[cardinality(${nodeColumn('ancestors')}) + 2:]`
  const { rows } =
    await sql<DeletedNode>`SELECT ${id}, ${name} AS name, ${nodeColumn('is_item')}, ${nodeColumn('deleted_at')},
      ${pathOf(tree, sql`${nodeColumn('ancestors')}`)} AS path,
      1 + (SELECT count(*) FROM ${sql.table(table)} AS below
        WHERE below.ancestors @> ARRAY[${id}] AND below.is_active AND NOT EXISTS (
          SELECT FROM ${sql.table(table)} AS gone WHERE gone.id = ANY (${below}) AND NOT gone.is_active)) AS nodes,
      (SELECT ${userName(sql`history.user_id`)} FROM history
        WHERE table_name = ${table} AND record_id = ${id} AND changes #>> '{is_active,1}' = 'false'
        ORDER BY history.id DESC LIMIT 1) AS deleted_by
    FROM ${sql.table(table)} ${joins} WHERE NOT ${nodeColumn('is_active')} AND ${isRestorable}
    ORDER BY ${nodeColumn('deleted_at')} DESC, ${id} DESC`.execute(db)
  return rows
}

/** Deletes nodes permanently, with their subtrees, when their time in the bin is over. */
export const pruneTree = (db: Kysely<Schema>, tree: Tree) =>
  inTransaction(db, async (tx) => {
    await withoutHistory(tx)
    await lockTree(tx, tree)
    await deleteInPortions(tx, tree.table, sql`NOT is_active AND NOT ${isRestorable}`)
  })

/** Replaces the categories of a node. */
export const categoriseNode = (
  tx: Transaction<Schema>,
  { table }: Tree,
  id: number,
  categories: readonly number[],
) => replaceLinks(tx, { table: `${table}_categories`, owner: `${table}_id` }, id, categories)
