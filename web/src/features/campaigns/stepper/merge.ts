import { keyed } from '@kontor/contract/lib/lists/keys'
import { type Draft, type Lines, type Part, parts } from './draft.ts'

/** What stood beside a record and what stands there now; null where it is not chosen. */
interface Change {
  before: string | null
  now: string | null
}
/** What was changed since it was read, by id. All that it takes to do the same to another state. */
export type Changes = Readonly<Record<Part, ReadonlyMap<number, Change>>>

/** A record whose value both have changed, each in another way. */
export interface Conflict {
  part: Part
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

/** What was done to `base` to make it `now`. */
export const changesOf = (base: Draft, now: Draft): Changes =>
  keyed(parts, (part) => changesOfPart(base[part], now[part]))

export const isChanged = (changes: Changes) => parts.some((part) => changes[part].size > 0)

/** Whether two drafts differ; looks no further than it must. */
export const differ = (base: Draft, now: Draft) =>
  parts.some((part) => {
    const [a, b] = [base[part], now[part]]
    if (a === b) return false
    if (a.size !== b.size) return true
    for (const [id, value] of a) if (b.get(id) !== value) return true
    return false
  })

/**
 * The changes done to what is saved now. Where somebody else has changed the same in another way it stays as it is
 * saved, and is named as a conflict.
 */
export function merged(server: Draft, changes: Changes): { draft: Draft; conflicts: Conflict[] } {
  const conflicts: Conflict[] = []
  const draft = keyed(parts, (part) => {
    const lines = new Map(server[part])
    for (const [id, { before, now }] of changes[part]) {
      const saved = lines.get(id) ?? null
      if (saved === now) continue
      if (saved === before) put(lines, id, now)
      else conflicts.push({ part, id, base: before, mine: now, server: saved })
    }
    return lines
  })
  return { draft, conflicts }
}

/** What a conflict is called where it is chosen. */
export const conflictName = ({ part, id }: Conflict) => `${part} ${id}`

/** With mine in the conflicts whose names are `kept`. */
export function settled(draft: Draft, conflicts: readonly Conflict[], kept: ReadonlySet<string>): Draft {
  const next = keyed(parts, (part) => new Map(draft[part]))
  for (const one of conflicts) if (kept.has(conflictName(one))) put(next[one.part], one.id, one.mine)
  return next
}

/**
 * The partners that a save of both could not keep if they share no category: new ones, and all of them where a category
 * goes as well.
 */
export function mayBeLost(draft: Draft, conflicts: readonly Conflict[], server: Draft): number[] {
  const goes = [...server.categories.keys()].some((id) => !draft.categories.has(id))
  const chosen = conflicts.flatMap(({ part, id, mine }) => (part === 'partners' && mine !== null ? id : []))
  const all = new Set([...draft.partners.keys(), ...chosen])
  return [...all].filter((id) => goes || !server.partners.has(id))
}

function put(lines: Map<number, string>, id: number, value: string | null) {
  if (value === null) lines.delete(id)
  else lines.set(id, value)
}
