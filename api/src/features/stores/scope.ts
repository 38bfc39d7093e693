// The stores that partners may access.
import { sql } from 'kysely'
import { defineScope, none } from '../../lib/database/scoped-db.ts'
import './table.ts'

declare module '../../lib/database/schema.ts' {
  interface ScopedTables {
    stores: never
  }
}

defineScope('stores', () => sql`stores.is_active`, none)
