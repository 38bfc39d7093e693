import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** An action on a node. */
export interface TreeAction {
  key: string
  icon: Icon
  label: string
  /** Its shortcut in the tree, for display. */
  keys?: string
  /** Its letter in the panel; in the tree letters start a type-ahead search. */
  letter?: string
  /** Also shown at the end of the row. */
  quick?: boolean
  run: () => void
}

export interface TreeColumn<N> {
  key: string
  label: string
  /** Pixels. */
  width: number
  align?: 'right'
  cell: (node: N, isShown: boolean) => ReactNode
  /** Position in the phone layout: second line or right end; hidden when absent. */
  phone?: 'line' | 'end'
}

/** How the rows of a tree are rendered. */
export interface RowStyle<N> {
  columns: readonly TreeColumn<N>[]
  icon: (node: N, isOpen: boolean) => ReactNode
  /** Secondary text after the name. */
  note?: (node: N) => ReactNode
  /** Search words to mark in names, and the nodes that matched. */
  words: string
  matches?: ReadonlySet<number> | undefined
  actions: (node: N) => readonly TreeAction[]
  canDrag: boolean
  /** Phone layout: one level at a time, two-line rows; `onMore` opens a node's actions. */
  isPhone?: boolean
  onMore?: (node: N) => void
}
