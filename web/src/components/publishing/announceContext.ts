// A message to partners about a record, written on that record's own screen.
import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { type ComponentType, createContext } from 'react'

interface Choice {
  id: number
  name: string
}

/** What the message begins with: what it is about, and whom it goes to; partners when there are any, else categories. */
export interface AnnouncementProps {
  subject: string
  partners: readonly Choice[]
  categories: readonly Choice[]
  onClose: () => void
}

/** The app provides it with the permission that it needs, since components know no feature; without it nothing is announced. */
export const AnnounceContext = createContext<{
  Dialog: ComponentType<AnnouncementProps>
  permission: RequiredPermission
} | null>(null)
