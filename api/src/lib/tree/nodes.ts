import { MAX_MATCHES, type TreeCounts, type TreeNode } from '@kontor/contract/lib/resources/tree'
import { foldedWords } from '@kontor/contract/lib/text/fold'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { orNotFound } from '../http/http-error.ts'
import { recordRefOf } from '../resources/record-refs.ts'
import { isAlive, isShown, type Levels, levelsToRoot, publishTree, type Tree } from './tree.ts'

/** A node without the counts of its subtree. */
export type NodeWithoutCounts<Node extends TreeNode> = Omit<Node, 'folders' | 'items'>

/** Folders first, then by name. */
export const inOrder = ({ table, name, id }: Tree) =>
  sql`ORDER BY ${sql.ref(`${table}.is_item`)}, ${name}, ${id}`

/** Nodes that match a condition, in order; including deleted ones. */
export async function selectNodes<Node extends TreeNode>(
  db: Kysely<Schema>,
  tree: Tree<Node>,
  which: RawBuilder<boolean>,
) {
  const { table, id, parent, name, description, columns, joins } = tree
  const nodeColumn = (column: string) => sql.ref(`${table}.${column}`)
  const links = sql.table(`${table}_categories`)
  const { rows } = await sql<NodeWithoutCounts<Node>>`SELECT ${id}, ${parent} AS parent_id, ${name} AS name,
      ${description} AS description, ${nodeColumn('is_item')}, ${nodeColumn('is_visible')}, ${isShown(tree)} AS is_shown,
      CASE WHEN ${nodeColumn('is_item')} THEN 0 ELSE (SELECT count(*) FROM ${sql.table(table)} AS child
        WHERE ${sql.ref(`child.${table}_id`)} = ${id} AND child.is_active) END AS children,
      CASE WHEN ${id} IN (SELECT ${sql.ref(`${table}_id`)} FROM ${links}) THEN (
        SELECT json_agg(${recordRefOf('categories')} ORDER BY categories.name)
        FROM ${links} AS link JOIN categories ON categories.id = link.category_id
        WHERE ${sql.ref(`link.${table}_id`)} = ${id}) ELSE '[]' END AS categories,
      ${nodeColumn('version')}, ${nodeColumn('updated_at')}, ${columns}
    FROM ${sql.table(table)} ${joins} WHERE ${which} ${inOrder(tree)}`.execute(db)
  return rows
}

/**
 * Nodes as {@link selectNodes} returns them, with the counts of each subtree, which are computed together, because the
 * nodes mostly have the same ancestors.
 */
async function nodes<Node extends TreeNode>(
  db: Kysely<Schema>,
  tree: Tree<Node>,
  which: RawBuilder<boolean>,
) {
  const bare = await selectNodes(db, tree, which)
  const filled = bare.filter(({ children }) => children > 0).map(({ id }) => id)
  const { rows } = filled.length === 0 ? { rows: [] } : await countBelow(db, tree, filled)
  const below = new Map(rows.map(({ id, ...counts }) => [id, counts]))
  return bare.map((node) => ({ ...node, ...(below.get(node.id) ?? { folders: 0, items: 0 }) }) as Node)
}

const countBelow = (db: Kysely<Schema>, tree: Tree, folders: number[]) =>
  sql<{ id: number; folders: number; items: number }>`SELECT folder.id,
      count(*) FILTER (WHERE NOT below.is_item) AS folders, count(*) FILTER (WHERE below.is_item) AS items
    FROM ${sql.table(tree.table)} AS below CROSS JOIN unnest(below.ancestors) AS above (id)
      JOIN unnest(${folders}::int[]) AS folder (id) ON folder.id = above.id
    WHERE below.ancestors && ${folders}::int[] AND ${isAlive(tree, 'below')}
    GROUP BY folder.id`.execute(db)

/** A node that is not deleted. Throws 404. */
export async function getNode<Node extends TreeNode>(db: Kysely<Schema>, tree: Tree<Node>, id: number) {
  const [node] = await nodes(db, tree, sql`${tree.id} = ${id} AND ${isAlive(tree)}`)
  return orNotFound(node)
}

/** Publishes changed levels of a tree, and returns their changed node. */
export async function publishNode<Node extends TreeNode>(
  tx: Kysely<Schema>,
  tree: Tree<Node>,
  id: number,
  changed: Levels,
) {
  await publishTree(tx, tree, changed)
  return getNode(tx, tree, id)
}

/** The names of a node's ancestors, from the root. */
export const pathOf = ({ table }: Tree, ancestors: RawBuilder<readonly number[]>) =>
  sql<string[]>`ARRAY(SELECT above.name FROM unnest(${ancestors}) WITH ORDINALITY AS way (id, place)
    JOIN ${sql.table(table)} AS above ON above.id = way.id ORDER BY place)`

/** The children of these nodes and, of a node, the levels of all its ancestors; with the number of nodes per level. */
export async function readLevels<Node extends TreeNode>(
  db: Kysely<Schema>,
  tree: Tree<Node>,
  of: Levels,
  around?: number,
) {
  const wanted = new Set([...of, ...(around === undefined ? [] : await pathTo(db, tree, around))])
  const ids = [...wanted].filter((id) => id !== null)
  const top = wanted.has(null) ? sql`${tree.parent} IS NULL OR` : sql``
  const found = await nodes(db, tree, sql`(${top} ${tree.parent} = ANY(${ids}::int[])) AND ${isAlive(tree)}`)
  const inside = Map.groupBy(found, ({ parent_id }) => parent_id)
  return {
    levels: [...wanted].map((parent_id) => ({ parent_id, nodes: inside.get(parent_id) ?? [] })),
    counts: await countNodes(db, tree),
  }
}

async function pathTo(db: Kysely<Schema>, tree: Tree, id: number): Promise<Levels> {
  const { rows } = await sql<{ ancestors: number[] }>`SELECT ancestors FROM ${sql.table(tree.table)}
    WHERE id = ${id} AND ${isAlive(tree)}`.execute(db)
  return rows.flatMap(levelsToRoot)
}

async function countNodes(db: Kysely<Schema>, tree: Tree) {
  const { rows } = await sql<TreeCounts>`SELECT count(*) FILTER (WHERE NOT is_item) AS folders,
      count(*) FILTER (WHERE is_item) AS items, count(*) FILTER (WHERE NOT is_visible) AS hidden
    FROM ${sql.table(tree.table)} WHERE ${isAlive(tree)}`.execute(db)
  return orNotFound(rows[0])
}

/** Whether a node is not deleted and matches every word of the search text. */
export const isMatch = (tree: Tree, typed: string) =>
  foldedWords(typed).reduce(
    (before, word) => sql<boolean>`${before} AND ${tree.matchesWord(word)}`,
    isAlive(tree),
  )

/** The first nodes that match a search with all their ancestors, and the number of matches. */
export async function findNodes<Node extends TreeNode>(db: Kysely<Schema>, tree: Tree<Node>, search: string) {
  const { table, id, joins } = tree
  const { rows } = await sql<{ id: number; ancestors: number[]; total: number }>`
    SELECT ${id}, ${sql.ref(`${table}.ancestors`)}, count(*) OVER () AS total FROM ${sql.table(table)} ${joins}
    WHERE ${isMatch(tree, search)} ${inOrder(tree)} LIMIT ${sql.lit(MAX_MATCHES)}`.execute(db)
  const matches = rows.map((row) => row.id)
  const all = [...new Set(rows.flatMap((row) => [row.id, ...row.ancestors]))]
  return {
    nodes: await nodes(db, tree, sql`${id} = ANY(${all}::int[])`),
    matches,
    total_rows: rows[0]?.total ?? 0,
  }
}
