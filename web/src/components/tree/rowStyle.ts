import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** What can be done with a node. */
export interface TreeAction {
  key: string
  icon: Icon
  label: string
  /** The key that does the same in the tree, as people read it. */
  keys?: string
  /** The letter that does it in the panel; in the tree every letter looks for a name. */
  letter?: string
  /** Also at the end of the line. */
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
  /** Where it stands on a phone: in the second line, or at the right; else nowhere. */
  phone?: 'line' | 'end'
}

/** How the lines of a tree look. */
export interface RowStyle<N> {
  columns: readonly TreeColumn<N>[]
  icon: (node: N, isOpen: boolean) => ReactNode
  /** Quietly behind the name. */
  note?: (node: N) => ReactNode
  /** Words to be marked in the names, and the nodes that were found by them. */
  words: string
  matches?: ReadonlySet<number> | undefined
  actions: (node: N) => readonly TreeAction[]
  canDrag: boolean
  /** One level at a time, in lines of two rows; `onMore` shows what can be done with one. */
  isPhone?: boolean
  onMore?: (node: N) => void
}
