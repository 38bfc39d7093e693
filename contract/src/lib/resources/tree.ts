// How a tree of records is declared: its nodes, and the calls that every tree has.
import * as z from 'zod/mini'
import { id, idOrRecord, idParams, moment, text, version } from '../fields/fields.ts'
import { type Route, route } from '../http/route.ts'
import { choice } from '../lists/selection.ts'

/** Levels that a tree may have. */
export const MAX_DEPTH = 32
/** Days for which what was deleted can be restored. */
export const RESTORABLE_DAYS = 30
/** Matches that a search answers. */
export const MAX_MATCHES = 1000
/** Most nodes whose children one call answers. */
const MAX_LEVELS = 500

/** What every node has, whatever it stands for. */
export const nodeShape = {
  id: z.int(),
  /** The node above it; null at the top. */
  parent_id: z.nullable(z.int()),
  name: z.string(),
  description: z.nullable(z.string()),
  /** False for a folder (a category), true for what can be in one. */
  is_item: z.boolean(),
  is_visible: z.boolean(),
  /** Whether it and everything above it is visible. */
  is_shown: z.boolean(),
  /** Nodes directly in it, and folders and items anywhere under it; what is deleted does not count. */
  children: z.int(),
  folders: z.int(),
  items: z.int(),
  /** Only partners with one of these see it and what is under it; without any all do. */
  categories: z.array(choice),
  version: z.int(),
  updated_at: moment,
}
const nodeOf = z.object(nodeShape)
export type TreeNode = z.infer<typeof nodeOf>

/** What was deleted, with all that was under it. */
const deletedNode = z.object({
  id: z.int(),
  name: z.string(),
  is_item: z.boolean(),
  /** The names of the folders above it, from the top. */
  path: z.array(z.string()),
  /** Itself and all that went with it. */
  nodes: z.int(),
  deleted_at: moment,
  deleted_by: z.nullable(z.string()),
})
export type DeletedNode = z.infer<typeof deletedNode>

/** How many there are: folders, items, and of both those that are hidden themselves. */
const counts = z.object({ folders: z.int(), items: z.int(), hidden: z.int() })
export type TreeCounts = z.infer<typeof counts>

interface TreeRights {
  see: Extract<Route, { audience: 'staff' }>['permission']
  change: Extract<Route, { audience: 'staff' }>['permission']
}

/**
 * The calls that the screen of a tree makes, beside those that the documents name: `/api/<path>` begins all of them, `node` is
 * what one node is answered as.
 */
export function treeRoutes<const P extends string, Node extends z.ZodMiniType>(
  path: P,
  node: Node,
  rights: TreeRights,
) {
  const see = { audience: 'staff', permission: rights.see } as const
  const change = { audience: 'staff', permission: rights.change } as const
  const nodes = z.array(node)
  return {
    levels: route({
      ...{ ...see, method: 'POST', path: `/api/${path}/levels` as const },
      summary: 'What is directly in these nodes (null: the top), folders first, then by name',
      body: z.strictObject({
        of: z.optional(z.array(z.nullable(id)).check(z.maxLength(MAX_LEVELS, 'validation.too_many'))),
        /** Also every level on the way to this node; nothing more when it is not there. */
        around: z.optional(id),
      }),
      reply: z.object({ levels: z.array(z.object({ parent_id: z.nullable(z.int()), nodes })), counts }),
    }),
    find: route({
      ...{ ...see, method: 'POST', path: `/api/${path}/find` as const },
      summary: `Nodes that hold every word that is looked for, the first ${MAX_MATCHES}, with everything above them`,
      body: z.strictObject({ search: text({ min: 1, max: 200, short: 'validation.field' }) }),
      reply: z.object({ nodes, matches: z.array(z.int()), total_rows: z.int() }),
    }),
    move: route({
      ...{ ...change, method: 'PUT', path: `/api/${path}/move/:id` as const },
      summary: 'Puts a node, with all that is under it, into another (null: to the top)',
      params: idParams,
      body: z.strictObject({ parent_id: z.nullable(id), version }),
      reply: node,
    }),
    deleted: route({
      ...{ ...see, method: 'GET', path: `/api/${path}/deleted` as const },
      summary: `What was deleted in the last ${RESTORABLE_DAYS} days, the last first`,
      reply: z.array(deletedNode),
    }),
    restore: route({
      ...{ ...change, method: 'PUT', path: `/api/${path}/restore/:id` as const },
      summary: 'Puts back what was deleted: where it was, or hidden at the top when that is gone',
      params: idParams,
      reply: node,
    }),
  }
}

/** What deleting answers. */
export const treeDeleted = z.object({
  id: z.int(),
  /** Itself and all that went with it. */
  nodes: z.int(),
})
/** What showing or hiding takes, and answers. */
export const treeActivate = {
  params: idParams,
  body: z.optional(z.nullable(z.strictObject({ is_visible: z.optional(z.boolean()) }))),
  reply: z.object({ id: z.int(), is_visible: z.boolean(), version: z.int(), updated_at: moment }),
} as const
/** Categories whose partners see a node, in a JSON body. */
export const treeCategories = z.optional(z.array(idOrRecord).check(z.maxLength(500, 'validation.too_many')))
