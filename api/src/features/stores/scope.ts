// What of the stores partners may reach.
import { sql } from 'kysely'
import { scope } from '../../kit/serve/scoped.ts'
import './table.ts'

declare module '../../kit/db/schema.ts' {
  interface ScopedTables {
    stores: never
  }
}

scope(
  'stores',
  () => sql`stores.is_active`,
  () => ({}),
)
