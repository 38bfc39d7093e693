import { keyed } from '@kontor/contract/lib/lists/keys'
import { type Draft, type DraftPart, type Lines, parts } from './draft.ts'

/** The old and the new value of a record; null when not selected. */
interface Change {
  before: string | null
  now: string | null
}
/** The changes since loading, by id; they can be applied to another state. */
export type Changes = Readonly<Record<DraftPart, ReadonlyMap<number, Change>>>

/** A record whose value both sides changed differently. */
export interface Conflict {
  part: DraftPart
  id: number
  base: string | null
  mine: string | null
  server: string | null
}

function changesOfPart(base: Lines, now: Lines): Map<number, Change> {
  const changes = new Map<number, Change>()
  for (const [id, value] of now) {
    const before = base.get(id) ?? null
    if (before !== value) changes.set(id, { before, now: value })
  }
  for (const [id, before] of base) if (!now.has(id)) changes.set(id, { before, now: null })
  return changes
}

/** The changes from `base` to `now`. */
export const changesOf = (base: Draft, now: Draft): Changes =>
  keyed(parts, (part) => changesOfPart(base[part], now[part]))

export const isChanged = (changes: Changes) => parts.some((part) => changes[part].size > 0)

/** Whether two drafts differ; stops at the first difference. */
export const differ = (base: Draft, now: Draft) =>
  parts.some((part) => {
    const a = base[part]
    const b = now[part]
    if (a === b) return false
    if (a.size !== b.size) return true
    for (const [id, value] of a) if (b.get(id) !== value) return true
    return false
  })

/**
 * Applies the changes to the saved state. Where somebody else made a different change, the saved value
 * stays and is returned as a conflict.
 */
export function merged(server: Draft, changes: Changes): { draft: Draft; conflicts: Conflict[] } {
  const conflicts: Conflict[] = []
  const draft = keyed(parts, (part) => {
    const lines = new Map(server[part])
    for (const [id, { before, now }] of changes[part]) {
      const saved = lines.get(id) ?? null
      if (saved === now) continue
      if (saved === before) setOrDelete(lines, id, now)
      else conflicts.push({ part, id, base: before, mine: now, server: saved })
    }
    return lines
  })
  return { draft, conflicts }
}

/** The key of a conflict. */
export const conflictName = ({ part, id }: Conflict) => `${part} ${id}`

/** Applies my values in the conflicts whose keys are in `keptConflicts`. */
export function resolveConflicts(
  draft: Draft,
  conflicts: readonly Conflict[],
  keptConflicts: ReadonlySet<string>,
): Draft {
  const next = keyed(parts, (part) => new Map(draft[part]))
  for (const one of conflicts)
    if (keptConflicts.has(conflictName(one))) setOrDelete(next[one.part], one.id, one.mine)
  return next
}

/**
 * Partners that the merged campaign may lose when they share no category: new ones, and all when a
 * category was removed.
 */
export function mayBeLost(draft: Draft, conflicts: readonly Conflict[], server: Draft): number[] {
  const isCategoryRemoved = [...server.categories.keys()].some((id) => !draft.categories.has(id))
  const chosen = conflicts.flatMap(({ part, id, mine }) => (part === 'partners' && mine !== null ? id : []))
  const all = new Set([...draft.partners.keys(), ...chosen])
  return [...all].filter((id) => isCategoryRemoved || !server.partners.has(id))
}

function setOrDelete(lines: Map<number, string>, id: number, value: string | null) {
  if (value === null) lines.delete(id)
  else lines.set(id, value)
}
