import type { TreeNode, treeRoutes } from '@kontor/contract/kit/tree/tree'
import type * as z from 'zod/mini'
import type { Kontor } from '../serve/kontor.ts'
import { listDeleted, moveNode, pruneTree, restoreNode } from './branches.ts'
import { findNodes, readLevels } from './nodes.ts'
import type { Tree } from './tree.ts'

type Routes<Node> = ReturnType<typeof treeRoutes<string, z.ZodMiniType<Node>>>

const HOUR = 3_600_000

/** Mounts the calls that every tree has, and removes in time what was deleted. */
export function serveTree<Node extends TreeNode>(
  { serve, db, maintenance, userName }: Kontor,
  tree: Tree<Node>,
  routes: Routes<Node>,
) {
  serve(routes.levels, ({ body }) => readLevels(db, tree, body.of ?? [null], body.around))
  serve(routes.find, ({ body }) => findNodes(db, tree, body.search))
  serve(routes.move, ({ params, body }) => moveNode(db, tree, params.id, body))
  serve(routes.deleted, () => listDeleted(db, tree, userName))
  serve(routes.restore, ({ params }) => restoreNode(db, tree, params.id))
  maintenance.every(HOUR, `deleted nodes of ${tree.table}`, () => pruneTree(db, tree))
}
