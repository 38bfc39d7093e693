import type { Role } from '@kontor/contract/lib/http/about'
import { apiKeyPermissions, effectivePermissions } from '@kontor/contract/permissions'
import type { Generated } from 'kysely'
import { LRUCache } from 'lru-cache'
import { registerConstraints } from '../../../lib/database/constraints.ts'

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    /** The differences from the default permissions; a role without a row has the defaults. */
    roles: {
      id: number
      role: Role
      name: string
      given: string[]
      taken: string[]
      version: number
      updated_at: Generated<string>
    }
  }
}

registerConstraints({ roles_unlimited: { code: 'validation.unlimited_role' } })

const sets = new LRUCache<string, ReadonlySet<string>>({ max: 100 })

/**
 * The permissions of a role with these differences from its defaults. Cached by content, because every request needs
 * them.
 */
export function permissionsOf(role: Role, granted: string[] | null, revoked: string[] | null) {
  const key = [role, granted, '-', revoked].join()
  return memoized(key, () => effectivePermissions(role, granted ?? [], revoked ?? []))
}

/** The permissions of an API key: those that keys can have, restricted to `restrictedTo` if set. */
export function permissionsOfKey(
  role: Role,
  granted: string[] | null,
  revoked: string[] | null,
  restrictedTo: string[] | null,
) {
  const can = permissionsOf(role, granted, revoked)
  return memoized([role, granted, '-', revoked, '-', restrictedTo ?? 'all'].join(), () =>
    apiKeyPermissions.filter(
      (permission) => can.has(permission) && (restrictedTo === null || restrictedTo.includes(permission)),
    ),
  )
}

function memoized(key: string, find: () => readonly string[]) {
  const known = sets.get(key) ?? new Set(find())
  sets.set(key, known)
  return known
}
