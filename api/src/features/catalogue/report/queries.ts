import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import { orNotFound } from '../../../lib/http/http-error.ts'
import { pathOf } from '../../../lib/tree/nodes.ts'
import { walkTree } from '../../../lib/tree/stream.ts'
import { isAlive } from '../../../lib/tree/tree.ts'
import { catalogueTree as tree } from '../table.ts'

/** The name of the file, the path of its node, and the number of nodes. Throws 404. */
export async function getContents(db: Kysely<Schema>, of: number | null, whole: string) {
  const living = db.selectFrom('catalogue').where(isAlive(tree))
  const category = living
    .select(['name', pathOf(tree, sql`ancestors || catalogue.id`).as('path')])
    .where('id', '=', of)
    .where('is_item', '=', false)
  const { name, path } =
    of === null ? { name: whole, path: [] } : orNotFound(await category.executeTakeFirst())
  const inside = of === null ? sql<boolean>`true` : sql<boolean>`ancestors @> ARRAY[${of}::int]`
  const counted = living.select(({ fn }) => fn.countAll<number>().as('nodes')).where(inside)
  return { title: name, start: { of, path }, ...(await counted.executeTakeFirstOrThrow()) }
}

/** The root node of a report, and the names of its ancestors. */
export interface Start {
  of: number | null
  path: readonly string[]
}

/** Every product with the names of its ancestor categories; of an empty category the names alone. */
export async function* productRows(db: Kysely<Schema>, { of, path: before }: Start) {
  const path = [...before]
  for await (const portion of walkTree(db, tree, { of })) {
    for (const { node, depth, inside } of portion) {
      path.length = before.length + depth
      if (!node.is_item) path.push(node.name)
      if (node.is_item || inside === 0) yield { category: path.join(' › '), node }
    }
  }
}
