import { Readable } from 'node:stream'
import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { Download } from '../http/download.ts'
import { type Bare, bareNodes, inOrder, isMatch } from './nodes.ts'
import { isAlive, type Tree } from './tree.ts'

interface WholeOptions {
  /** Only what is in this node; null is all. */
  of?: number | null
  /** Only what is directly in it. */
  isSingle?: boolean
  /** Only what is about these words, and what leads to it. */
  search?: string
}

/** A node's place in a tree that is walked from the top: what is in it follows it, one level deeper. */
interface Place {
  id: number
  depth: number
  /** How many of what is in it follow it. */
  inside: number
}

/** Nodes that are read at once. */
const PORTION = 500

/**
 * The nodes of a tree in the order in which it is walked from the top, in portions, so that others get their turn and
 * memory stays flat. Which they are and where is settled at the start.
 */
export async function* walkTree<Node extends TreeNode>(
  db: Kysely<Schema>,
  tree: Tree<Node>,
  options: WholeOptions = {},
) {
  const places = placesOf(await readPlaces(db, tree, options), options.of ?? null)
  for (let from = 0; from < places.length; from += PORTION) {
    const portion = places.slice(from, from + PORTION)
    const nodes = await bareNodes(db, tree, sql`${tree.id} = ANY(${portion.map(({ id }) => id)}::int[])`)
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

/** Nodes that are in their order on each level, in the order in which the tree is walked. */
function placesOf(rows: readonly { id: number; parent_id: number | null }[], top: number | null): Place[] {
  const inside = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const places: Place[] = []
  const walk = (parent: number | null, depth: number) => {
    for (const { id } of inside.get(parent) ?? []) {
      places.push({ id, depth, inside: inside.get(id)?.length ?? 0 })
      walk(id, depth + 1) // at most as deep as a tree may be
    }
  }
  walk(top, 0)
  return places
}

/**
 * A tree as the documents have it, each node with what is in it under the name of the table, sent while it is read.
 * `shown` says how a node is answered; it is told whether there is more in it than follows.
 */
export function streamTree<Node extends TreeNode>(
  db: Kysely<Schema>,
  tree: Tree<Node>,
  shown: (node: Bare<Node>, hasMore: boolean) => object,
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
