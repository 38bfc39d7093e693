// Records that are in one another, on the server: read by level, searched, moved, deleted and restored.
import type { EventType, EventTypes } from '@kontor/contract/lib/http/events'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { type Generated, type Kysely, type RawBuilder, sql } from 'kysely'
import type { RecordTableColumns, Schema } from '../database/schema.ts'
import { contains } from '../lists/conditions.ts'
import { column } from '../lists/source.ts'
import { publish } from '../realtime/events.ts'

/** What every table has for which a migration has called create_tree(). */
export interface TreeColumns extends RecordTableColumns {
  /** The ids of the nodes above it, from the top. Kept by the database. */
  ancestors: Generated<number[]>
  name: string
  name_folded: Generated<string>
  description: string | null
  description_folded: Generated<string | null>
  is_visible: Generated<boolean>
  /** When it was deleted. Kept by the database. */
  deleted_at: Generated<string | null>
}

/** Levels of a tree that have to be read again: what is in these nodes; null is the top. */
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
  /** What a node has beside the columns of every tree, as SQL, and the tables that are joined for it. */
  columns: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
  /** Whether a node matches a folded word; by default its name or its description contains it. */
  isAbout?: (word: string) => RawBuilder<boolean>
}

/** The tables of a tree, and the shape of its nodes in responses. */
export interface Tree<Node extends TreeNode = TreeNode> extends Required<Declared> {
  /** Its columns, as `table.column`. */
  id: RawBuilder<number>
  parent: RawBuilder<number | null>
  /** Stands for the type alone. */
  node?: Node
}

/** Declares a tree. */
export function tree<Node extends TreeNode>(declared: Declared): Tree<Node> {
  const own = (name: string) => sql.ref(`${declared.table}.${name}`)
  const [name, description] = (['name', 'description'] as const).map((key) =>
    column(declared.table, key, `${key}_folded`),
  )
  return {
    ...{ id: own('id'), parent: own(`${declared.table}_id`) },
    ...{ name: own('name'), description: own('description'), joins: sql`` },
    isAbout: (word) => sql`(${contains(name as never, word)} OR ${contains(description as never, word)})`,
    ...declared,
  } as Tree<Node>
}

/** The folders that were deleted, as an array: what is in one of them went along. */
const gone = ({ table }: Tree) =>
  sql<
    number[]
  >`ARRAY(SELECT id FROM ${sql.table(table)} AS gone WHERE NOT gone.is_active AND NOT gone.is_item)`
/** The folders that are hidden: no partner sees what is in one of them. */
const hidden = ({ table }: Tree) =>
  sql<
    number[]
  >`ARRAY(SELECT id FROM ${sql.table(table)} AS hidden WHERE NOT hidden.is_visible AND NOT hidden.is_item)`

/** Whether nothing above a node is deleted. The node goes by `as` in the query. */
export const isUnderAlive = (of: Tree, as: string = of.table) =>
  sql<boolean>`NOT ${sql.ref(`${as}.ancestors`)} && ${gone(of)}`

/** Whether a node is there: neither it nor anything above it is deleted. */
export const isAlive = (of: Tree, as: string = of.table) =>
  sql<boolean>`(${sql.ref(`${as}.is_active`)} AND ${isUnderAlive(of, as)})`

/** Whether a node and everything above it is visible. */
export const isShown = (of: Tree, as: string = of.table) =>
  sql<boolean>`(${sql.ref(`${as}.is_visible`)} AND NOT ${sql.ref(`${as}.ancestors`)} && ${hidden(of)})`

/**
 * Whether somebody with these categories reaches a node: it and everything above it is there, visible, and names none or
 * one of them.
 */
export function isReached(of: Tree, categories: RawBuilder<number[]>) {
  const own = (name: string) => sql.ref(`${of.table}.${name}`)
  const owner = sql.ref(`${of.table}_id`)
  const others = sql`(SELECT ${owner} FROM ${sql.table(`${of.table}_categories`)}
    GROUP BY ${owner} HAVING NOT bool_or(category_id = ANY (${categories})))`
  const closed = sql`ARRAY(SELECT id FROM ${sql.table(of.table)} AS closed WHERE NOT closed.is_item
    AND (NOT closed.is_active OR NOT closed.is_visible OR closed.id IN ${others}))`
  return sql<boolean>`(${own('is_active')} AND ${own('is_visible')} AND ${own('id')} NOT IN ${others}
    AND NOT ${own('ancestors')} && ${closed})`
}

/** Nobody else adds, moves, deletes or restores until the transaction ends: before anything is read that decides. */
export const lockTree = (tx: Kysely<Schema>, { table }: Tree) => sql`SELECT lock_tree(${table})`.execute(tx)

/**
 * Tells whoever may be looking that levels have changed; partners' apps read again what they show. The last thing that a
 * transaction does.
 */
export const publishTree = (tx: Kysely<Schema>, { event, see }: Tree, changed: Levels) =>
  publish(tx, [
    { to: { staff: see }, type: event, data: { parents: [...new Set(changed)] } },
    { to: 'portal', type: event, data: { parents: [] } },
  ])

/** The levels that count what is in a node: its own, and those of all above it. */
export const levelsToRoot = ({ ancestors }: { ancestors: readonly number[] }): Levels => [null, ...ancestors]
