import type { Mention, MentionKind } from '@kontor/contract/lib/text/mentions'
import { createContext } from 'react'

/** Where a mentioned record is found. */
export interface MentionPlace {
  /** The address of the record's place. */
  address: (mention: Mention) => { to: string; search?: Record<string, string> }
  /** Who may not see the records gets the name alone. */
  permission: `${string}.see`
}

export type MentionLinks = Readonly<Partial<Record<MentionKind, MentionPlace>>>

/** Where mentions lead, as the app says it; nowhere in the partners' app. */
export const MentionLinksContext = createContext<MentionLinks | null>(null)
