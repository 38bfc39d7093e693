import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { type ComponentType, createContext } from 'react'

/** Props of a record's history. */
export interface RecordHistoryProps {
  feature: string
  id: number
  /** Name of the record. */
  recordName?: string | undefined
  onClose: () => void
}

/** Props of the recent changes of a record; renders nothing without changes. */
export interface RecentHistoryProps extends Omit<RecordHistoryProps, 'onClose'> {
  /** Version of the displayed record: a newer one has newer changes. */
  version: number
  /** Opens the full history. */
  onOpen: () => void
}

/**
 * Provided by the app with the required permission, because components do not import features. Without it
 * there is no button.
 */
export const RecordHistoryContext = createContext<{
  Dialog: ComponentType<RecordHistoryProps>
  Recent: ComponentType<RecentHistoryProps>
  permission: RequiredPermission
} | null>(null)
