// Announcing a record to partners from its own screen.
import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { RecordRef } from '@kontor/contract/lib/lists/list'
import { type ComponentType, createContext } from 'react'

/** The prefilled message: its subject, its recipients (partners if any, else categories), and what it opens. */
export interface AnnouncementProps {
  subject: string
  partners: readonly RecordRef[]
  categories: readonly RecordRef[]
  campaign?: RecordRef | null
  onClose: () => void
}

/**
 * Provided by the app with the required permission, because components do not import features. Without it
 * there is no announcing.
 */
export const AnnounceContext = createContext<{
  Dialog: ComponentType<AnnouncementProps>
  permission: RequiredPermission
} | null>(null)
