import type { TreeCounts, TreeNode } from '@kontor/contract/lib/resources/tree'
import type { ReactNode } from 'react'
import type { RowStyle, TreeAction, TreeColumn } from '../rowStyle.ts'
import type { ExtraRow, Parent } from '../rows.ts'
import type { TreeEvent } from '../useLevels.ts'
import type { TreeCalls } from './useTreeActions.tsx'

/** Props of a node's form: the node to edit, null to add one, and its folder. */
export interface NodeFormProps<N> {
  node: N | null
  /** Null for the root. */
  parent: N | null
  onClose: () => void
  /** Reveals the saved node. */
  onSaved: (id: number) => void
}

/** Props of a node's panel: the node, the names of its ancestors, and its actions. */
export interface PanelProps<N> {
  node: N
  path: readonly string[]
  actions: readonly TreeAction[]
}

/** What a feature declares for its tree screen. */
export interface TreePageProps<N extends TreeNode> {
  words: {
    title: string
    /** Placeholder of the search field. */
    search: string
    counts: (counts: TreeCounts) => string
    add: string
    /** Label for adding into a folder. */
    addIn?: string
    empty: { title: string; text: string }
  }
  routes: TreeCalls<N>
  /** Event with the changed levels. */
  event: TreeEvent
  columns: readonly TreeColumn<N>[]
  icon: RowStyle<N>['icon']
  note?: RowStyle<N>['note']
  form: (props: NodeFormProps<N>) => ReactNode
  /** Whether a node can be edited; all can when absent. */
  canEdit?: (node: N) => boolean
  /** Actions of a node besides those of every tree. */
  actions?: (node: N) => readonly TreeAction[]
  /** Opens an item that is already selected. */
  run?: (node: N) => void
  /** Why a node may not be moved into a folder (null: the root), by the feature's own rules. */
  reasonAgainst?: (node: N, parent: N | null) => string | undefined
  /** The panel of the selected node, beside the tree. */
  panel?: (props: PanelProps<N>) => ReactNode
  tools?: ReactNode
  /** Rows that are not nodes, such as uploads. */
  extras?: readonly ExtraRow[]
  onFiles?: (files: DataTransfer, parent: Parent) => void
}
