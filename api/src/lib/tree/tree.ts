// Trees of records: read by level, searched, moved, deleted and restored.
import type { EventType, EventTypes } from '@kontor/contract/lib/http/events'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { type Generated, type Kysely, type RawBuilder, sql } from 'kysely'
import type { RecordTableColumns, Schema } from '../database/schema.ts'
import { contains } from '../lists/conditions.ts'
import { column } from '../lists/source.ts'
import { publish } from '../realtime/events.ts'

/** The columns of every table with create_tree() in its migration. */
export interface TreeColumns extends RecordTableColumns {
  /** The ids of its ancestors, from the root. Set by a trigger. */
  ancestors: Generated<number[]>
  name: string
  name_folded: Generated<string>
  description: string | null
  description_folded: Generated<string | null>
  is_visible: Generated<boolean>
  /** When it was deleted. Set by a trigger. */
  deleted_at: Generated<string | null>
}

/** The parents whose children must be read again; null is the root. */
export type Levels = (number | null)[]

type TreeTable = { [T in keyof Schema]: Schema[T] extends TreeColumns ? T : never }[keyof Schema]
type TreeEvent = {
  [T in EventType]: EventTypes[T] extends { parents: Levels } ? T : never
}[EventType]

interface Declared {
  /** Its parent is in the column `<table>_id`, its categories in the table `<table>_categories`. */
  table: TreeTable
  /** The event of a change, and the permission that staff need to receive it. */
  event: TreeEvent
  see: Permission
  /** The name and the description of a node; by default columns of the table. */
  name?: RawBuilder<string>
  description?: RawBuilder<string | null>
  /** SQL: further columns of a node, and the tables that are joined for them. */
  columns: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
  /** Whether a node matches a folded word; by default its name or its description contains it. */
  matchesWord?: (word: string) => RawBuilder<boolean>
}

/** The tables of a tree, and the shape of its nodes in responses. */
export interface Tree<Node extends TreeNode = TreeNode> extends Required<Declared> {
  /** Its columns, as `table.column`. */
  id: RawBuilder<number>
  parent: RawBuilder<number | null>
  /** Only for the type parameter. */
  node?: Node
}

/** Declares a tree. */
export function tree<Node extends TreeNode>(declared: Declared): Tree<Node> {
  const nodeColumn = (name: string) => sql.ref(`${declared.table}.${name}`)
  const [name, description] = (['name', 'description'] as const).map((key) =>
    column(declared.table, key, `${key}_folded`),
  )
  return {
    id: nodeColumn('id'),
    parent: nodeColumn(`${declared.table}_id`),
    name: nodeColumn('name'),
    description: nodeColumn('description'),
    joins: sql``,
    matchesWord: (word) => sql`(${contains(name as never, word)} OR ${contains(description as never, word)})`,
    ...declared,
  } as Tree<Node>
}

/** SQL: ids of the deleted folders as an array, whose descendants are deleted with them. */
const gone = ({ table }: Tree) =>
  sql<
    number[]
  >`ARRAY(SELECT id FROM ${sql.table(table)} AS gone WHERE NOT gone.is_active AND NOT gone.is_item)`
/** SQL: the hidden folders, whose descendants no partner sees. */
const hidden = ({ table }: Tree) =>
  sql<
    number[]
  >`ARRAY(SELECT id FROM ${sql.table(table)} AS hidden WHERE NOT hidden.is_visible AND NOT hidden.is_item)`

/** SQL: whether no ancestor of a node is deleted. `as` is the node's alias in the query. */
export const isUnderAlive = (of: Tree, as: string = of.table) =>
  sql<boolean>`NOT ${sql.ref(`${as}.ancestors`)} && ${gone(of)}`

/** SQL: whether neither a node nor an ancestor is deleted. */
export const isAlive = (of: Tree, as: string = of.table) =>
  sql<boolean>`(${sql.ref(`${as}.is_active`)} AND ${isUnderAlive(of, as)})`

/** SQL: whether a node and all its ancestors are visible. */
export const isShown = (of: Tree) =>
  sql<boolean>`(${sql.ref(`${of.table}.is_visible`)} AND NOT ${sql.ref(`${of.table}.ancestors`)} && ${hidden(of)})`

/**
 * SQL: whether a partner with these categories sees a node: it and all ancestors are not deleted, visible, and have no
 * category or one of these.
 */
export function isReached(of: Tree, categories: RawBuilder<number[]>) {
  const nodeColumn = (name: string) => sql.ref(`${of.table}.${name}`)
  const owner = sql.ref(`${of.table}_id`)
  const others = sql`(SELECT ${owner} FROM ${sql.table(`${of.table}_categories`)}
    GROUP BY ${owner} HAVING NOT bool_or(category_id = ANY (${categories})))`
  const closed = sql`ARRAY(SELECT id FROM ${sql.table(of.table)} AS closed WHERE NOT closed.is_item
    AND (NOT closed.is_active OR NOT closed.is_visible OR closed.id IN ${others}))`
  return sql<boolean>`(${nodeColumn('is_active')} AND ${nodeColumn('is_visible')} AND ${nodeColumn('id')} NOT IN ${others}
    AND NOT ${nodeColumn('ancestors')} && ${closed})`
}

/**
 * Locks the tree against other changes until the end of the transaction; call it before reading what the change depends
 * on.
 */
export const lockTree = (tx: Kysely<Schema>, { table }: Tree) => sql`SELECT lock_tree(${table})`.execute(tx)

/** Publishes that levels have changed, also to partners' apps. The last statement of a transaction. */
export const publishTree = (tx: Kysely<Schema>, { event, see }: Tree, changed: Levels) =>
  publish(tx, [
    { to: { staff: see }, type: event, data: { parents: [...new Set(changed)] } },
    { to: 'portal', type: event, data: { parents: [] } },
  ])

/** The levels whose counts include a node: its own, and those of all ancestors. */
export const levelsToRoot = ({ ancestors }: { ancestors: readonly number[] }): Levels => [null, ...ancestors]
