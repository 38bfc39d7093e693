import { type Generated, sql } from 'kysely'

declare module '../../lib/database/schema.ts' {
  interface Schema {
    sessions: {
      token_hash: Buffer
      user_id: number
      id: Generated<number>
      /** Where the sign-in came from, and what its browser called itself. */
      address: string
      user_agent: string
      created_at: Generated<string>
      /** To within some minutes. */
      last_used_at: Generated<string>
      expires_at: string
    }
    login_attempts: { key: string; attempts: number; max_attempts: number; resets_at: string }
    known_devices: {
      token_hash: Buffer
      user_id: number
      /** See `networkOf`. */
      network: string
      signed_in_at: Generated<string>
    }
  }
}

/** SQL: whether the time of `minutes` that ends at `expires_at` is up, or was begun before the clock was set back. */
export const isOver = (minutes: number) =>
  sql<boolean>`(expires_at <= now() OR expires_at > now() + make_interval(mins => ${minutes}))`
