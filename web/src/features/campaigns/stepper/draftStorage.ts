import { keyed } from '@kontor/contract/lib/lists/keys'
import * as z from 'zod/mini'
import { session } from '../../../lib/session/session.ts'
import { parts } from './draft.ts'
import { type Changes, isChanged } from './merge.ts'

const value = z.nullable(z.string())
const part = z.array(z.tuple([z.int(), value, value]))
const shape = z.object({
  version: z.int(),
  at: z.string(),
  changes: z.object({ categories: part, partners: part, products: part }),
})

/** A stored draft. */
interface StoredDraft {
  /** The version of the campaign that it started from. */
  version: number
  /** Time of the last change. */
  at: string
  changes: Changes
}

/**
 * Key of the draft in `localStorage`, and the name of its lock; the same in all windows. It belongs to the user and is
 * deleted on sign-out, so that the next user of the device cannot read it.
 */
export const draftKey = (campaign: number) => session.userKey(`draft:campaign:${campaign}`)

/** The stored draft of a campaign on this device; null when there is none or it is invalid. */
export function savedDraft(campaign: number): StoredDraft | null {
  try {
    const { version, at, changes } = z.parse(
      shape,
      JSON.parse(localStorage.getItem(draftKey(campaign)) ?? ''),
    )
    return {
      version,
      at,
      changes: keyed(
        parts,
        (name) => new Map(changes[name].map(([id, before, now]) => [id, { before, now }])),
      ),
    }
  } catch {
    return null
  }
}

/** Stores the changes for a reload. When storage is full the draft is only in memory. */
export function saveDraft(campaign: number, { version, at, changes }: StoredDraft) {
  if (!isChanged(changes)) return forgetDraft(campaign)
  const lists = keyed(parts, (name) => [...changes[name]].map(([id, { before, now }]) => [id, before, now]))
  try {
    localStorage.setItem(draftKey(campaign), JSON.stringify({ version, at, changes: lists }))
  } catch {
    forgetDraft(campaign)
  }
}

export const forgetDraft = (campaign: number) => localStorage.removeItem(draftKey(campaign))
