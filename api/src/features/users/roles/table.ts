import type { Role } from '@kontor/contract/kit/api/about'
import { effectiveRights } from '@kontor/contract/rights'
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
  const known = sets.get(key) ?? new Set(effectiveRights(role, given ?? [], taken ?? []))
  sets.set(key, known)
  return known
}
