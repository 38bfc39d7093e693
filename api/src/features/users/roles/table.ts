import type { Role } from '@kontor/contract/kit/api/about'
import { effectiveRights, keyRights } from '@kontor/contract/rights'
import type { Generated } from 'kysely'
import { LRUCache } from 'lru-cache'
import { explainConstraints } from '../../../kit/db/constraints.ts'

declare module '../../../kit/db/schema.ts' {
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

explainConstraints({ roles_unlimited: { code: 'validation.unlimited_role' } })

const sets = new LRUCache<string, ReadonlySet<string>>({ max: 100 })

/** What a role may do with these differences from its default rights. One set for the same rights: it is asked for by every call. */
export function rightsOf(role: Role, given: string[] | null, taken: string[] | null) {
  const key = [role, given, '-', taken].join()
  return kept(key, () => effectiveRights(role, given ?? [], taken ?? []))
}

/** The same of an API key: what keys can have at all, and with `only` of that these alone. */
export function rightsOfKey(
  role: Role,
  given: string[] | null,
  taken: string[] | null,
  only: string[] | null,
) {
  const may = rightsOf(role, given, taken)
  return kept([role, given, '-', taken, '-', only ?? 'all'].join(), () =>
    keyRights.filter((right) => may.has(right) && (only === null || only.includes(right))),
  )
}

function kept(key: string, find: () => readonly string[]) {
  const known = sets.get(key) ?? new Set(find())
  sets.set(key, known)
  return known
}
