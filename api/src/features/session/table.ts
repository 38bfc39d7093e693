import type { Generated } from 'kysely'

declare module '../../kit/schema.ts' {
  interface Schema {
    sessions: {
      token_hash: Buffer
      user_id: number
      created_at: Generated<string>
      expires_at: string
    }
    login_attempts: { key: string; attempts: number; resets_at: string }
  }
}
