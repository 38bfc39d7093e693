import type { Role } from '@kontor/contract/lib/http/about'
import { apiKeyPermissions, effectivePermissions } from '@kontor/contract/permissions'
import type { Generated } from 'kysely'
import { LRUCache } from 'lru-cache'
import { registerConstraints } from '../../../lib/database/constraints.ts'

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    /** What differs from the default rights; a role without a row has those. */
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

/** What a role may do with these differences from its default rights. One set for the same rights: it is asked for by every call. */
export function permissionsOf(role: Role, given: string[] | null, taken: string[] | null) {
  const key = [role, given, '-', taken].join()
  return memoized(key, () => effectivePermissions(role, given ?? [], taken ?? []))
}

/** The same of an API key: what keys can have at all, and with `only` of that these alone. */
export function permissionsOfKey(
  role: Role,
  given: string[] | null,
  taken: string[] | null,
  only: string[] | null,
) {
  const can = permissionsOf(role, given, taken)
  return memoized([role, given, '-', taken, '-', only ?? 'all'].join(), () =>
    apiKeyPermissions.filter((right) => can.has(right) && (only === null || only.includes(right))),
  )
}

function memoized(key: string, find: () => readonly string[]) {
  const known = sets.get(key) ?? new Set(find())
  sets.set(key, known)
  return known
}
