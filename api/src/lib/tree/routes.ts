import type { TreeNode, treeRoutes } from '@kontor/contract/lib/resources/tree'
import type * as z from 'zod/mini'
import type { AppContext } from '../../context.ts'
import { EVERY_HOUR } from '../jobs/jobs.ts'
import { listDeleted, moveNode, pruneTree, restoreNode } from './branches.ts'
import { findNodes, readLevels } from './nodes.ts'
import type { Tree } from './tree.ts'

type Routes<Node> = ReturnType<typeof treeRoutes<string, z.ZodMiniType<Node>>>

/** Registers the routes of a tree, and the deletion of nodes whose time in the bin is over. */
export function registerTree<Node extends TreeNode>(
  { registerRoute, db, jobs, userName }: AppContext,
  tree: Tree<Node>,
  routes: Routes<Node>,
) {
  registerRoute(routes.levels, ({ body }) => readLevels(db, tree, body.of ?? [null], body.around))
  registerRoute(routes.find, ({ body }) => findNodes(db, tree, body.search))
  registerRoute(routes.move, ({ params, body }) => moveNode(db, tree, params.id, body))
  registerRoute(routes.deleted, () => listDeleted(db, tree, userName))
  registerRoute(routes.restore, ({ params }) => restoreNode(db, tree, params.id))
  jobs.schedule(`deleted_${tree.table}`, EVERY_HOUR, () => pruneTree(db, tree))
}
