import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import type { ReactNode } from 'react'

/** Id of the parent folder; null for the root. */
export type Parent = number | null

/** The children of one folder, as far as loaded. */
export interface Level<N> {
  nodes: readonly N[] | undefined
  failed: boolean
}
export type Levels<N> = ReadonlyMap<Parent, Level<N>>

/** A row of a folder that is not a node, such as an upload. */
export interface ExtraRow {
  key: string
  parent: Parent
  content: ReactNode
}

/** A rendered node. */
export interface NodeRow<N> {
  kind: 'node'
  key: string
  node: N
  /** 1-based. */
  depth: number
  /** 1-based position among its siblings. */
  position: number
  of: number
  canOpen: boolean
  isOpen: boolean
  /** Whether the node and all its ancestors are visible to partners. */
  isShown: boolean
}

/** A row of the tree: a node, an extra row, or the loading state of a folder. */
export type Row<N> =
  | NodeRow<N>
  | { kind: 'extra'; key: string; depth: number; extra: ExtraRow }
  | { kind: 'waiting' | 'failed'; key: string; depth: number; parent: Parent }

/** All rows of a tree in order, with the children of expanded folders. */
export function rowsOf<N extends TreeNode>(
  levels: Levels<N>,
  isOpen: (node: N) => boolean,
  extras: readonly ExtraRow[] = [],
): Row<N>[] {
  const rows: Row<N>[] = []
  const known = nodesById(levels)
  const more = Map.groupBy(extras, ({ parent }) => parent)
  const add = (parent: Parent, depth: number, isShown: boolean) => {
    const { nodes: read, failed } = levels.get(parent) ?? { nodes: undefined, failed: false }
    // A moved node may still be in its old level until that is refetched.
    const nodes = read?.filter((node) => known.get(node.id) === node)
    for (const extra of more.get(parent) ?? []) rows.push({ kind: 'extra', key: extra.key, depth, extra })
    if (!nodes) {
      const kind = failed ? 'failed' : 'waiting'
      rows.push({ kind, key: `${kind} ${parent}`, depth, parent })
      return
    }
    nodes.forEach((node, index) => {
      const canOpen = !node.is_item && (node.children > 0 || more.has(node.id))
      const opened = canOpen && isOpen(node)
      const shown = isShown && node.is_visible
      const siblingPosition = { depth, position: index + 1, of: nodes.length }
      rows.push({
        kind: 'node',
        key: String(node.id),
        node,
        ...siblingPosition,
        canOpen,
        isOpen: opened,
        isShown: shown,
      })
      if (opened) add(node.id, depth + 1, shown)
    })
  }
  add(null, 1, true)
  return rows
}

/** Every node of the levels by id, in its latest version. */
export function nodesById<N extends TreeNode>(levels: Levels<N>): ReadonlyMap<number, N> {
  const known = new Map<number, N>()
  for (const { nodes = [] } of levels.values())
    for (const node of nodes) if (node.version >= (known.get(node.id)?.version ?? 0)) known.set(node.id, node)
  return known
}

/** The ancestors of a node, nearest first, as far as loaded. */
export function ancestorsOf<N extends TreeNode>(known: ReadonlyMap<number, N>, id: Parent): N[] {
  const found: N[] = []
  for (let node = id === null ? undefined : known.get(id); node; ) {
    node = node.parent_id === null ? undefined : known.get(node.parent_id)
    if (!node || found.includes(node)) break
    found.push(node)
  }
  return found
}

/** Groups found nodes into levels, folders first, then by name. */
export function levelsOf<N extends TreeNode>(
  nodes: readonly N[],
  compare: (a: string, b: string) => number,
): Map<Parent, Level<N>> {
  const sorted = nodes.toSorted(
    (a, b) => Number(a.is_item) - Number(b.is_item) || compare(a.name, b.name) || a.id - b.id,
  )
  const grouped = Map.groupBy(sorted, ({ parent_id }) => parent_id)
  return new Map([...grouped].map(([parent, inside]) => [parent, { nodes: inside, failed: false }]))
}

/** The node to focus when a node is removed: the next sibling, else the previous one, else the folder. */
export function neighbour<N extends TreeNode>(rows: readonly Row<N>[], { id, parent_id }: N): Parent {
  const siblings = rows.flatMap((row) =>
    row.kind === 'node' && row.node.parent_id === parent_id ? [row.node.id] : [],
  )
  const at = siblings.indexOf(id)
  return siblings[at + 1] ?? siblings[at - 1] ?? parent_id
}
