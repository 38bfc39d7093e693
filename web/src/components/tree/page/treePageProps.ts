import type { TreeCounts, TreeNode } from '@kontor/contract/lib/resources/tree'
import type { ReactNode } from 'react'
import type { RowStyle, TreeAction, TreeColumn } from '../rowStyle.ts'
import type { ExtraRow, Parent } from '../rows.ts'
import type { TreeEvent } from '../useLevels.ts'
import type { TreeCalls } from './useTreeActs.tsx'

/** What the form of a node gets: the node it changes, null to add one, and the folder that it is added to. */
export interface NodeFormProps<N> {
  node: N | null
  /** Null: the top. */
  parent: N | null
  onClose: () => void
  /** Goes to what was saved. */
  onSaved: (id: number) => void
}

/** What the panel of a node gets: the node, the names of the folders above it, and what can be done with it. */
export interface PanelProps<N> {
  node: N
  path: readonly string[]
  actions: readonly TreeAction[]
}

/** What a feature says about the screen of its tree. */
export interface TreePageProps<N extends TreeNode> {
  words: {
    title: string
    /** What is looked for, in the empty search field. */
    search: string
    counts: (counts: TreeCounts) => string
    add: string
    /** Adding into a folder. */
    addIn?: string
    empty: { title: string; text: string }
  }
  routes: TreeCalls<N>
  /** Tells whose levels have changed. */
  event: TreeEvent
  columns: readonly TreeColumn<N>[]
  icon: RowStyle<N>['icon']
  note?: RowStyle<N>['note']
  form: (props: NodeFormProps<N>) => ReactNode
  /** All nodes can be when absent. */
  canEdit?: (node: N) => boolean
  /** What can be done with a node beside what every tree does. */
  actions?: (node: N) => readonly TreeAction[]
  /** What is done with an item that is chosen already. */
  run?: (node: N) => void
  /** Why a node may not be put into a folder (null: the top), where the feature has rules of its own. */
  refuses?: (node: N, parent: N | null) => string | undefined
  /** What there is to know of the chosen node, beside the tree. */
  panel?: (props: PanelProps<N>) => ReactNode
  tools?: ReactNode
  /** Lines that are no nodes, such as files on their way. */
  extras?: readonly ExtraRow[]
  onFiles?: (files: DataTransfer, parent: Parent) => void
}
