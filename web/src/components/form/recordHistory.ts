import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { type ComponentType, createContext } from 'react'

/** What shows the history of a record. */
export interface RecordHistoryProps {
  feature: string
  id: number
  /** What the record is called. */
  about?: string | undefined
  onClose: () => void
}

/** What shows the last changes of a record, or nothing where there are none. */
export interface RecentHistoryProps extends Omit<RecordHistoryProps, 'onClose'> {
  /** Of the record as it is shown: a newer one has newer changes. */
  version: number
  /** Opens all of them. */
  onOpen: () => void
}

/** The app provides it with the permission that it needs, since components know no feature; without it there is no button. */
export const RecordHistoryContext = createContext<{
  Dialog: ComponentType<RecordHistoryProps>
  Recent: ComponentType<RecentHistoryProps>
  permission: RequiredPermission
} | null>(null)
