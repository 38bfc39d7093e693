import { Readable } from 'node:stream'
import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { Download } from '../http/download.ts'
import { inOrder, isMatch, type NodeWithoutCounts, selectNodes } from './nodes.ts'
import { isAlive, type Tree } from './tree.ts'

interface WholeOptions {
  /** Only descendants of this node; null is the root. */
  of?: number | null
  /** Only direct children. */
  isSingle?: boolean
  /** Only nodes that match these words, and their ancestors. */
  search?: string
}

/** A node's position in pre-order: its descendants follow it, with greater depth. */
interface Place {
  id: number
  depth: number
  /** Number of descendants that follow it. */
  inside: number
}

/** Nodes that are read at once. */
const PORTION = 500

/**
 * The nodes of a tree in pre-order, in portions, so that other requests run and memory is bounded. Nodes and order are
 * fixed at the start.
 */
export async function* walkTree<Node extends TreeNode>(
  db: Kysely<Schema>,
  tree: Tree<Node>,
  options: WholeOptions = {},
) {
  const places = placesOf(await readPlaces(db, tree, options), options.of ?? null)
  for (let from = 0; from < places.length; from += PORTION) {
    const portion = places.slice(from, from + PORTION)
    const nodes = await selectNodes(db, tree, sql`${tree.id} = ANY(${portion.map(({ id }) => id)}::int[])`)
    const byId = new Map(nodes.map((node) => [node.id, node]))
    yield portion.flatMap(({ id, ...place }) => {
      const node = byId.get(id)
      return node ? [{ node, ...place }] : []
    })
  }
}

async function readPlaces(db: Kysely<Schema>, tree: Tree, { of = null, isSingle, search }: WholeOptions) {
  const { table, id, parent, joins } = tree
  const ancestors = sql.ref(`${table}.ancestors`)
  const within = of === null ? sql`true` : sql`${ancestors} @> ARRAY[${of}::int]`
  const level = isSingle ? sql`${parent} IS NOT DISTINCT FROM ${of}::int` : sql`true`
  const matching = search
    ? sql`${id} IN (WITH matching AS (
        SELECT ${id}, ${ancestors} FROM ${sql.table(table)} ${joins} WHERE ${isMatch(tree, search)} AND ${within})
        SELECT id FROM matching UNION SELECT unnest(ancestors) FROM matching)`
    : isAlive(tree)
  const { rows } = await sql<{ id: number; parent_id: number | null }>`
    SELECT ${id}, ${parent} AS parent_id FROM ${sql.table(table)} ${joins}
    WHERE ${within} AND ${level} AND ${matching} ${inOrder(tree)}`.execute(db)
  return rows
}

/** Converts nodes that are ordered by level to pre-order. */
function placesOf(rows: readonly { id: number; parent_id: number | null }[], top: number | null): Place[] {
  const inside = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const places: Place[] = []
  const walk = (parent: number | null, depth: number) => {
    for (const { id } of inside.get(parent) ?? []) {
      places.push({ id, depth, inside: inside.get(id)?.length ?? 0 })
      walk(id, depth + 1) // the depth of a tree is limited
    }
  }
  walk(top, 0)
  return places
}

/**
 * Streams a tree as the documents define it: each node with its children under the name of the table. `shown`
 * serialises a node; its argument says whether the node has more children than follow.
 */
export function streamTree<Node extends TreeNode>(
  db: Kysely<Schema>,
  tree: Tree<Node>,
  shown: (node: NodeWithoutCounts<Node>, hasMore: boolean) => object,
  options: WholeOptions = {},
): Download {
  async function* json() {
    let last = -1
    let text = '['
    for await (const portion of walkTree(db, tree, options)) {
      for (const { node, depth, inside } of portion) {
        text += depth > last ? '' : `${']}'.repeat(last - depth + 1)},`
        text += `${JSON.stringify(shown(node, node.children > inside)).slice(0, -1)},"${tree.table}":[`
        last = depth
      }
      yield text
      text = ''
    }
    yield `${text}${']}'.repeat(last + 1)}]`
  }
  return new Download(Readable.from(json(), { objectMode: false }), 'application/json; charset=utf-8')
}
