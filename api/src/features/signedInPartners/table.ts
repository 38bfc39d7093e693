import { type Generated, type Kysely, sql } from 'kysely'
import type { Schema } from '../../lib/database/schema.ts'

declare module '../../lib/database/schema.ts' {
  interface Schema {
    signed_in_partners: {
      user_id: number
      registered_at: Generated<string>
      last_sign_in_at: Generated<string>
    }
  }
}

/** Stores the first and last sign-in of a partner's user to the portal. */
export const countSignIn = (db: Kysely<Schema>, user_id: number) =>
  db
    .insertInto('signed_in_partners')
    .values({ user_id })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_sign_in_at: sql`now()` }))
    .execute()
