import type { Generated } from 'kysely'

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    partner_notes: {
      id: Generated<number>
      partner_id: number
      user_id: number
      note: string
      note_folded: Generated<string>
      version: Generated<number>
      created_at: Generated<string>
      updated_at: Generated<string>
    }
  }
}
