import type { Permission } from '@kontor/contract/lib/http/permissions'

/** Unsaved changes of a role's permissions. */
export type Ticks = ReadonlyMap<Permission, boolean>

const seeing = (right: Permission): Permission => `${areaOf(right)}.see`
const areaOf = (right: Permission) => right.slice(0, right.lastIndexOf('.'))

/**
 * Adds a change; one equal to the saved state is removed. Granting anything also grants seeing, and
 * revoking seeing revokes the rest.
 */
export function tick(ticks: Ticks, rights: ReadonlySet<Permission>, right: Permission, on: boolean): Ticks {
  const next = new Map(ticks)
  if (on && next.get(seeing(right)) === false) next.delete(seeing(right))
  if (!on && right === seeing(right))
    for (const one of next.keys()) if (areaOf(one) === areaOf(right)) next.delete(one)
  if (rights.has(right) === on) next.delete(right)
  else next.set(right, on)
  return next
}

/** The permissions of a role with unsaved changes. No permission of an area remains without seeing it. */
export function withTicks(rights: ReadonlySet<Permission>, ticks: Ticks): ReadonlySet<Permission> {
  const all = new Set(rights)
  for (const [right, on] of ticks) {
    if (on) all.add(right).add(seeing(right))
    else all.delete(right)
  }
  for (const right of all) if (!all.has(seeing(right))) all.delete(right)
  return all
}
