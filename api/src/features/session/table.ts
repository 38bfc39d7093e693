import { type Generated, sql } from 'kysely'

declare module '../../lib/database/schema.ts' {
  interface Schema {
    sessions: {
      token_hash: Buffer
      user_id: number
      id: Generated<number>
      /** The address of the sign-in, and its User-Agent header. */
      address: string
      user_agent: string
      created_at: Generated<string>
      /** Accurate to some minutes. */
      last_used_at: Generated<string>
      expires_at: string
      /** The staff user who views the app as this user, and the session with which the view ends. */
      viewer_id: Generated<number | null>
      viewer_session: Generated<Buffer | null>
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

/** SQL: whether a period of `minutes` that ends at `expires_at` is over, or began before the clock was set back. */
export const isOver = (minutes: number) =>
  sql<boolean>`(expires_at <= now() OR expires_at > now() + make_interval(mins => ${minutes}))`
