import { type Generated, type RawBuilder, sql } from 'kysely'

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    totp_factors: {
      user_id: number
      secret: Buffer
      /** Of 30 seconds since 1970; PostgreSQL's bigint. */
      last_step: Generated<string>
      created_at: Generated<string>
      confirmed_at: string | null
      last_used_at: string | null
    }
    passkeys: {
      id: Generated<number>
      user_id: number
      /** As base64url. */
      credential_id: string
      public_key: Buffer
      counter: Generated<string>
      transports: string[]
      name: string
      created_at: Generated<string>
      last_used_at: string | null
    }
    recovery_codes: { user_id: number; code_hash: Buffer }
    sign_in_tickets: {
      ticket_hash: Buffer
      user_id: number
      password_hash: string
      challenge: string
      failed_attempts: Generated<number>
      expires_at: string
    }
    passkey_challenges: { session: Buffer; challenge: string; expires_at: string }
  }
}

/** SQL: whether the user with this id has set up a second factor. */
export const hasFactor = (id: RawBuilder<unknown>) => sql<boolean>`(
  EXISTS (SELECT FROM totp_factors WHERE totp_factors.user_id = ${id} AND totp_factors.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT FROM passkeys WHERE passkeys.user_id = ${id}))`
