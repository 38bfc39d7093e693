import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Schema } from '../src/lib/database/schema.ts'
import '../src/features/session/factor/table.ts'

/** The code of an app with this base-32 secret, `offset` time steps of 30 seconds from now. */
export const codeOf = (secret: string, offset = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset * 30_000 })

/** Sets up an authenticator app for this user; returns its base-32 secret. */
export async function makeTotp(db: Kysely<Schema>, user_id: number): Promise<string> {
  const secret = randomBytes(20)
  await db
    .insertInto('totp_factors')
    .values({ user_id, secret, confirmed_at: sql`now()`, last_used_at: null })
    .execute()
  return new Secret({ buffer: new Uint8Array(secret).buffer }).base32
}
