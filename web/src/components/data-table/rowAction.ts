import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** Something a row can have done to it. */
export interface RowAction<Row> {
  key: string
  icon: ComponentType<IconProps>
  label: string
  run: (row: Row) => void
  /** The right that it needs, where a list screen offers it. */
  permission?: RequiredPermission | undefined
  /** Whether this row has it; all have it when absent. */
  when?: (row: Row) => boolean
  /** Actions of one slot are never in the same row, and have one place. */
  slot?: string
  /** Pressed while the row has the focus; `enter` where one edits a value rather than opens the row. */
  letter?: string
}
