// announce: a message to partners about a record, written on that record's own screen.
import type { Needs } from '@kontor/contract/kit/api/rights'
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

/** The app puts it in, since the kit knows no feature, with the right that it needs; without it nothing is announced. */
export const AnnounceContext = createContext<{
  Dialog: ComponentType<AnnouncementProps>
  needs: Needs
} | null>(null)
