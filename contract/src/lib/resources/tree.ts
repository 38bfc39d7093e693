// Declaration of trees: nodes and common routes.
import * as z from 'zod/mini'
import { id, idOrRecord, idParams, moment, text, version } from '../fields/fields.ts'
import { route } from '../http/route.ts'
import { recordRef } from '../lists/list.ts'

/** Maximum depth of a tree. */
export const MAX_DEPTH = 32
/** Days for which a deleted node can be restored. */
export const RESTORABLE_DAYS = 30
/** Maximum matches of a search. */
export const MAX_MATCHES = 1000
/** Maximum nodes whose children one request reads. */
const MAX_LEVELS = 500

/** The common fields of every node. */
export const nodeShape = {
  id: z.int(),
  /** The parent; null at the root. */
  parent_id: z.nullable(z.int()),
  name: z.string(),
  description: z.nullable(z.string()),
  /** False for a folder (a category), true for an item. */
  is_item: z.boolean(),
  is_visible: z.boolean(),
  /** Whether it and all ancestors are visible. */
  is_shown: z.boolean(),
  /** Numbers of direct children, and of folders and items in its subtree; without deleted ones. */
  children: z.int(),
  folders: z.int(),
  items: z.int(),
  /** Only partners with one of these categories see it and its subtree; without categories all do. */
  categories: z.array(recordRef),
  version: z.int(),
  updated_at: moment,
}
const nodeOf = z.object(nodeShape)
export type TreeNode = z.infer<typeof nodeOf>

/** A deleted node with its subtree. */
const deletedNode = z.object({
  id: z.int(),
  name: z.string(),
  is_item: z.boolean(),
  /** The names of its ancestors, from the root. */
  path: z.array(z.string()),
  /** Number of nodes in its subtree, including itself. */
  nodes: z.int(),
  deleted_at: moment,
  deleted_by: z.nullable(z.string()),
})
export type DeletedNode = z.infer<typeof deletedNode>

/** Numbers of folders and items, and of those that are hidden themselves. */
const counts = z.object({ folders: z.int(), items: z.int(), hidden: z.int() })
export type TreeCounts = z.infer<typeof counts>

/**
 * The routes of a tree's screen, besides those of the documents: all begin with `/api/<path>`, `node` is the schema of
 * a node, `area` that of the permissions.
 */
export function treeRoutes<const P extends string, Node extends z.ZodMiniType>(
  path: P,
  node: Node,
  area: 'catalogue' | 'technicalSupport',
) {
  const see = { audience: 'staff', permission: `${area}.see` } as const
  const change = { audience: 'staff', permission: `${area}.change` } as const
  const nodes = z.array(node)
  const named = path.replace('_', ' ')
  return {
    levels: route({
      ...see,
      method: 'POST',
      path: `/api/${path}/levels` as const,
      summary: `List children of ${named} nodes`,
      description: 'Null stands for the root. Folders come first, then by name.',
      body: z.strictObject({
        of: z.optional(z.array(z.nullable(id)).check(z.maxLength(MAX_LEVELS, 'validation.too_many'))),
        /** Also reads all levels on the path to this node; none when it does not exist. */
        around: z.optional(id),
      }),
      response: z.object({ levels: z.array(z.object({ parent_id: z.nullable(z.int()), nodes })), counts }),
    }),
    find: route({
      ...see,
      method: 'POST',
      path: `/api/${path}/find` as const,
      summary: `Search ${named}`,
      description: `Returns nodes with every word of the search, at most ${MAX_MATCHES}, and their ancestors.`,
      body: z.strictObject({ search: text({ min: 1, max: 200, short: 'validation.field' }) }),
      response: z.object({ nodes, matches: z.array(z.int()), total_rows: z.int() }),
    }),
    move: route({
      ...change,
      method: 'PUT',
      path: `/api/${path}/move/:id` as const,
      summary: `Move ${named} node`,
      description: 'Moves the node with its subtree; `parent_id` null is the root.',
      params: idParams,
      body: z.strictObject({ parent_id: z.nullable(id), version }),
      response: node,
    }),
    deleted: route({
      ...see,
      method: 'GET',
      path: `/api/${path}/deleted` as const,
      summary: `List deleted ${named} nodes`,
      description: `Returns those of the last ${RESTORABLE_DAYS} days, the last deleted first.`,
      response: z.array(deletedNode),
    }),
    restore: route({
      ...change,
      method: 'PUT',
      path: `/api/${path}/restore/:id` as const,
      summary: `Restore deleted ${named} node`,
      description: 'It returns to its former parent; if that is gone, hidden to the root.',
      params: idParams,
      response: node,
    }),
  }
}

/** Description, body and response of a deletion; `nodes` is the number of nodes in the subtree, including itself. */
export const treeRemove = {
  description: `Deletes the node with its subtree. It can be restored for ${RESTORABLE_DAYS} days.`,
  params: idParams,
  body: z.optional(z.nullable(z.strictObject({ version }))),
  response: z.object({ id: z.int(), nodes: z.int() }),
} as const
/** Body and response of showing or hiding a node. */
export const treeActivate = {
  params: idParams,
  body: z.optional(z.nullable(z.strictObject({ is_visible: z.optional(z.boolean()) }))),
  response: z.object({ id: z.int(), is_visible: z.boolean(), version: z.int(), updated_at: moment }),
} as const
/** Categories whose partners see a node, in a JSON body. */
export const treeCategories = z.optional(z.array(idOrRecord).check(z.maxLength(500, 'validation.too_many')))
