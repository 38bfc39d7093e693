import {
  type DeletedNode,
  MAX_DEPTH,
  RESTORABLE_DAYS,
  type TreeNode,
} from '@kontor/contract/lib/resources/tree'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { withoutHistory } from '../database/triggers.ts'
import { found, HttpError, invalidField, notFound } from '../http/http-error.ts'
import { getNode, pathOf } from './nodes.ts'
import { isAlive, isUnderAlive, type Levels, levelsToRoot, lockTree, publishTree, type Tree } from './tree.ts'

/** A node, locked while it is changed. */
interface LockedNode {
  id: number
  parent_id: number | null
  ancestors: number[]
  is_item: boolean
  is_visible: boolean
}

/** Answers an existing folder with its ancestors. Throws HttpError 422 at `field` when there is none or it is an item. */
export async function requireFolder(db: Kysely<Schema>, tree: Tree, id: number, field: string) {
  const { rows } = await sql<{ is_item: boolean; ancestors: number[] }>`SELECT is_item, ancestors
    FROM ${sql.table(tree.table)} WHERE id = ${id} AND ${isAlive(tree)}`.execute(db)
  const [folder] = rows
  if (!folder) throw invalidField(field, 'validation.not_found')
  if (folder.is_item) throw new HttpError('tree.parent_item', { errors: { [field]: ['tree.parent_item'] } })
  return folder
}

/** The same of one into which something could be put now. */
export async function requireRoom(db: Kysely<Schema>, tree: Tree, id: number, field: string) {
  const folder = await requireFolder(db, tree, id, field)
  if (folder.ancestors.length + 2 > MAX_DEPTH)
    throw new HttpError('tree.depth', { errors: { [field]: ['tree.depth'] } })
  return folder
}

/** The same of one into which something is to be put: nobody else changes the tree until the transaction ends. */
export async function requireParent(tx: Transaction<Schema>, tree: Tree, id: number, field: string) {
  await lockTree(tx, tree)
  return requireRoom(tx, tree, id, field)
}

/**
 * A node that is there; nobody else changes the tree until the transaction ends. Refuses with 404, and with 409 when it
 * has been changed since `version` was read.
 */
export async function lockNode(tx: Transaction<Schema>, tree: Tree, id: number, version?: number) {
  await lockTree(tx, tree)
  const { rows } = await sql<
    LockedNode & { version: number }
  >`SELECT id, ${tree.parent} AS parent_id, ancestors, is_item,
      is_visible, version
    FROM ${sql.table(tree.table)} WHERE id = ${id} AND ${isAlive(tree)} FOR NO KEY UPDATE`.execute(tx)
  const node = found(rows[0])
  if (version !== undefined && version !== node.version)
    throw new HttpError('error.conflict', {
      current: await getNode(tx, tree, id),
      of: { tables: [tree.table], id },
    })
  return node
}

const setNode = (tx: Transaction<Schema>, { table }: Tree, id: number, values: Record<string, unknown>) => {
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return sql`UPDATE ${sql.table(table)} SET ${sql.join(set)} WHERE id = ${id}`.execute(tx)
}

/** Puts a node with all that is under it into another. Refuses with 404, 409, and 422 where it cannot be. */
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
    const node = await getNode(tx, tree, id)
    const after = await lockNode(tx, tree, id)
    const changed = [...levelsToRoot(before), ...levelsToRoot(after), ...(await levelsBelow(tx, tree, id))]
    await publishTree(tx, tree, changed)
    return node
  })

/** Levels under a node that one call reads and one event names at most. */
const MOST_LEVELS = 500

/** The levels under a node: whether what is in them is shown has changed. */
async function levelsBelow(tx: Transaction<Schema>, tree: Tree, id: number): Promise<Levels> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(tree.table)}
    WHERE NOT is_item AND (id = ${id} OR ancestors @> ARRAY[${id}::int]) AND ${isAlive(tree)}
    LIMIT ${sql.lit(MOST_LEVELS)}`.execute(tx)
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

/** Shows or hides a node: the target state if one is given, else the other one. Refuses with 404. */
export const activateNode = (db: Kysely<Schema>, tree: Tree, id: number, target: boolean | undefined) =>
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
 * Puts back what was deleted: where it was, or hidden at the top when the folder that it was in is not there. Refuses with 404,
 * and with 422 when it was not deleted or cannot be there.
 */
export const restoreNode = <Node extends TreeNode>(db: Kysely<Schema>, tree: Tree<Node>, id: number) =>
  inTransaction(db, async (tx) => {
    await lockTree(tx, tree)
    const { rows } = await sql<{ is_active: boolean; is_kept: boolean; has_place: boolean }>`
      SELECT is_active, coalesce(${isRestorable}, false) AS is_kept, ${isUnderAlive(tree)} AS has_place
      FROM ${sql.table(tree.table)} WHERE id = ${id}`.execute(tx)
    const { is_active, is_kept, has_place } = found(rows[0])
    if (is_active && has_place) throw new HttpError('tree.not_deleted')
    if (!is_kept) throw notFound() // it went with a folder, or long ago
    // Away from its place it is hidden: whom its folder was open to is not known at the top.
    const elsewhere = { [`${tree.table}_id`]: null, is_visible: false }
    await setNode(tx, tree, id, { is_active: true, ...(has_place ? {} : elsewhere) })
    const node = await getNode(tx, tree, id)
    await publishTree(tx, tree, levelsToRoot(await lockNode(tx, tree, id)))
    return node
  })

/** Deleted nodes that can be restored, the last first. */
export async function listDeleted(
  db: Kysely<Schema>,
  tree: Tree,
  userName: (id: RawBuilder<number>) => RawBuilder<string>,
): Promise<DeletedNode[]> {
  const { table, id, name, joins } = tree
  const own = (column: string) => sql.ref(`${table}.${column}`)
  const below = sql`below.ancestors[cardinality(${own('ancestors')}) + 2:]` // between it and what is counted
  const { rows } =
    await sql<DeletedNode>`SELECT ${id}, ${name} AS name, ${own('is_item')}, ${own('deleted_at')},
      ${pathOf(tree, sql`${own('ancestors')}`)} AS path,
      1 + (SELECT count(*) FROM ${sql.table(table)} AS below
        WHERE below.ancestors @> ARRAY[${id}] AND below.is_active AND NOT EXISTS (
          SELECT FROM ${sql.table(table)} AS gone WHERE gone.id = ANY (${below}) AND NOT gone.is_active)) AS nodes,
      (SELECT ${userName(sql`history.user_id`)} FROM history
        WHERE table_name = ${table} AND record_id = ${id} AND changes #>> '{is_active,1}' = 'false'
        ORDER BY history.id DESC LIMIT 1) AS deleted_by
    FROM ${sql.table(table)} ${joins} WHERE NOT ${own('is_active')} AND ${isRestorable}
    ORDER BY ${own('deleted_at')} DESC, ${id} DESC`.execute(db)
  return rows
}

/** Removes nodes for good whose time in the bin is over, with their subtrees. */
export const pruneTree = (db: Kysely<Schema>, tree: Tree) =>
  inTransaction(db, async (tx) => {
    await withoutHistory(tx)
    await lockTree(tx, tree)
    await sql`DELETE FROM ${sql.table(tree.table)} WHERE NOT is_active AND NOT ${isRestorable}`.execute(tx)
  })

/** Gives a node these categories instead of those that it has. */
export async function categoriseNode(
  tx: Transaction<Schema>,
  { table }: Tree,
  id: number,
  categories: readonly number[],
) {
  const links = sql.table(`${table}_categories`)
  const owner = sql.ref(`${table}_id`)
  await sql`DELETE FROM ${links} WHERE ${owner} = ${id} AND NOT category_id = ANY(${categories}::int[])`.execute(
    tx,
  )
  await sql`INSERT INTO ${links} (${owner}, category_id)
    SELECT ${id}::int, category_id FROM (SELECT DISTINCT unnest(${categories}::int[]) AS category_id) AS given
    ON CONFLICT DO NOTHING`.execute(tx)
}
