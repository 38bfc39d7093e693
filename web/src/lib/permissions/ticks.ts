import type { Permission } from '@kontor/contract/lib/http/permissions'

/** Unsaved changes of a role's permissions. */
export type Ticks = ReadonlyMap<Permission, boolean>

const seeing = (permission: Permission): Permission => `${areaOf(permission)}.see`
const areaOf = (permission: Permission) => permission.slice(0, permission.lastIndexOf('.'))

/**
 * Adds a change; one equal to the saved state is removed. Granting anything also grants seeing, and
 * revoking seeing revokes the rest.
 */
export function tick(
  ticks: Ticks,
  saved: ReadonlySet<Permission>,
  permission: Permission,
  on: boolean,
): Ticks {
  const next = new Map(ticks)
  if (on && next.get(seeing(permission)) === false) next.delete(seeing(permission))
  if (!on && permission === seeing(permission))
    for (const one of next.keys()) if (areaOf(one) === areaOf(permission)) next.delete(one)
  if (saved.has(permission) === on) next.delete(permission)
  else next.set(permission, on)
  return next
}

/** Whether a user may tick a permission of a role: he reaches all that changes with it. */
export function mayTick(
  rights: ReadonlySet<Permission>,
  permission: Permission,
  reaches: (permission: Permission) => boolean,
): boolean {
  const revokesAll = permission === seeing(permission) && rights.has(permission)
  const rest = revokesAll ? [...rights].filter((one) => areaOf(one) === areaOf(permission)) : []
  return [permission, ...rest].every(reaches)
}

/** The permissions of a role with unsaved changes. No permission of an area remains without seeing it. */
export function withTicks(permissions: ReadonlySet<Permission>, ticks: Ticks): ReadonlySet<Permission> {
  const all = new Set(permissions)
  for (const [permission, on] of ticks) {
    if (on) all.add(permission).add(seeing(permission))
    else all.delete(permission)
  }
  for (const permission of all) if (!all.has(seeing(permission))) all.delete(permission)
  return all
}
