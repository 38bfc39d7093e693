import type { Needs } from '@kontor/contract/kit/api/rights'
import { type ComponentType, createContext } from 'react'

/** What shows the history of a record. */
export interface RecordHistoryProps {
  feature: string
  id: number
  /** What the record is called. */
  about?: string | undefined
  onClose: () => void
}

/** The app puts it in, since the kit knows no feature, with the right that it needs; without it there is no button. */
export const RecordHistoryContext = createContext<{
  Dialog: ComponentType<RecordHistoryProps>
  needs: Needs
} | null>(null)
