// Announcing a record to partners from its own screen.
import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { type ComponentType, createContext } from 'react'

interface Choice {
  id: number
  name: string
}

/** The prefilled message: its subject, its recipients (partners if any, else categories), and what it opens. */
export interface AnnouncementProps {
  subject: string
  partners: readonly Choice[]
  categories: readonly Choice[]
  campaign?: Choice | null
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
