import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** An action on a row. */
export interface RowAction<Row> {
  key: string
  icon: ComponentType<IconProps>
  label: string
  run: (row: Row) => void
  /**
   * For an action that is done row after row: the side panel calls it instead of `run`, and opens the next row after
   * it. Resolves to false when it was not done. With `hasNext` it may offer to continue: `next` runs it for the next
   * row at once.
   */
  runAndAdvance?: (row: Row, hasNext: boolean) => Promise<boolean | 'next'>
  /** The permission that a list screen checks. */
  permission?: RequiredPermission | undefined
  /** Whether the row has this action; all have it when absent. */
  when?: (row: Row) => boolean
  /** Actions with the same slot exclude each other and share one position. */
  slot?: string
  /**
   * The key that runs it on the current row, in small letters: a letter or `delete`. `enter` runs it on the focused row
   * alone, for inline editing in place of opening the row.
   */
  shortcut?: string
}
