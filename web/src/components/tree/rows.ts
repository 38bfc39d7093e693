import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import type { ReactNode } from 'react'

/** What a node is in; null is the top. */
export type Parent = number | null

/** The nodes directly in one, as far as they are known. */
export interface Level<N> {
  nodes: readonly N[] | undefined
  failed: boolean
}
export type Levels<N> = ReadonlyMap<Parent, Level<N>>

/** A line of a folder that is no node of it, such as one that is being added. */
export interface ExtraRow {
  key: string
  parent: Parent
  content: ReactNode
}

/** A node on screen. */
export interface NodeRow<N> {
  kind: 'node'
  key: string
  node: N
  /** From 1. */
  depth: number
  /** From 1, among those in the same folder. */
  place: number
  of: number
  canOpen: boolean
  isOpen: boolean
  /** Whether it and all above it is visible. */
  isShown: boolean
}

/** A line of the tree: a node, one that is no node, or what is said of a folder that is not read yet. */
export type Row<N> =
  | NodeRow<N>
  | { kind: 'extra'; key: string; depth: number; extra: ExtraRow }
  | { kind: 'waiting' | 'failed'; key: string; depth: number; parent: Parent }

/** All lines of a tree from the top, those in folders that are open under them. */
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
    // One that was moved may still stand where it was, until that is read again.
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
      const place = { depth, place: index + 1, of: nodes.length }
      rows.push({
        kind: 'node',
        key: String(node.id),
        node,
        ...place,
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

/** Every node of some levels by its id, as it was last. */
export function nodesById<N extends TreeNode>(levels: Levels<N>): ReadonlyMap<number, N> {
  const known = new Map<number, N>()
  for (const { nodes = [] } of levels.values())
    for (const node of nodes) if (node.version >= (known.get(node.id)?.version ?? 0)) known.set(node.id, node)
  return known
}

/** What is above a node, the nearest first, as far as it is known. */
export function above<N extends TreeNode>(known: ReadonlyMap<number, N>, id: Parent): N[] {
  const found: N[] = []
  for (let node = id === null ? undefined : known.get(id); node; ) {
    node = node.parent_id === null ? undefined : known.get(node.parent_id)
    if (!node || found.includes(node)) break
    found.push(node)
  }
  return found
}

/** The levels that nodes found anywhere make, folders first, then by name. */
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

/** The row that has the focus when a node is taken away: the next in its folder, else the one before, else the folder. */
export function neighbour<N extends TreeNode>(rows: readonly Row<N>[], { id, parent_id }: N): Parent {
  const siblings = rows.flatMap((row) =>
    row.kind === 'node' && row.node.parent_id === parent_id ? [row.node.id] : [],
  )
  const at = siblings.indexOf(id)
  return siblings[at + 1] ?? siblings[at - 1] ?? parent_id
}
