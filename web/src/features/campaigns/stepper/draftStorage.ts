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

/** What somebody has begun and not saved. */
interface Kept {
  /** The version of what it was begun on. */
  version: number
  /** When it was changed last. */
  at: string
  changes: Changes
}

// Of one user alone, and gone when he signs out: whoever sits down next at this device reads none of it.
/** Under what name the windows of this device know it. */
export const nameOf = (campaign: number) => session.own(`draft:campaign:${campaign}`)

/** What was begun for a campaign on this device; null when nothing was, or nothing that can be read. */
export function savedDraft(campaign: number): Kept | null {
  try {
    const { version, at, changes } = z.parse(shape, JSON.parse(localStorage.getItem(nameOf(campaign)) ?? ''))
    return {
      ...{ version, at },
      changes: keyed(
        parts,
        (name) => new Map(changes[name].map(([id, before, now]) => [id, { before, now }])),
      ),
    }
  } catch {
    return null
  }
}

/** Keeps the changes over a reload. A device without room for them keeps none, and the screen goes on without. */
export function saveDraft(campaign: number, { version, at, changes }: Kept) {
  if (!isChanged(changes)) return forgetDraft(campaign)
  const lists = keyed(parts, (name) => [...changes[name]].map(([id, { before, now }]) => [id, before, now]))
  try {
    localStorage.setItem(nameOf(campaign), JSON.stringify({ version, at, changes: lists }))
  } catch {
    forgetDraft(campaign)
  }
}

export const forgetDraft = (campaign: number) => localStorage.removeItem(nameOf(campaign))
