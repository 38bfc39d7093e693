import type { Role } from '@kontor/contract/lib/http/about'
import type { Generated, Kysely } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    /** One row, inserted by its migration. */
    settings: {
      id: number
      name: string
      name_folded: Generated<string>
      hidden_resources: string[]
      second_factor_roles: Role[]
      version: Generated<number>
      updated_at: Generated<string>
    }
  }
}

/** The office's settings, read from the database each time. */
export const officeSettings = (db: Kysely<Schema>) =>
  db
    .selectFrom('settings')
    .select(['id', 'hidden_resources', 'second_factor_roles', 'version'])
    .executeTakeFirstOrThrow()
