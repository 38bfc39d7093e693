import type { Mention, MentionKind } from '@kontor/contract/lib/text/mentions'
import { createContext } from 'react'

/** Where a mentioned record is shown. */
export interface MentionTarget {
  /** The route of the record. */
  address: (mention: Mention) => { to: string; search?: Record<string, string> }
  /** Users without it see the name only. */
  permission: `${string}.see`
}

export type MentionLinks = Readonly<Partial<Record<MentionKind, MentionTarget>>>

/** The targets of mentions, provided by the app; null in the partners' app. */
export const MentionLinksContext = createContext<MentionLinks | null>(null)
