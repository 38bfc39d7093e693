import type { Generated } from 'kysely'

declare module '../db/schema.ts' {
  interface Schema {
    imports: {
      id: Generated<number>
      kind: string
      user_id: number
      file_name: string
      created: number
      updated: number
      created_at: Generated<string>
      undone_at: string | null
      under_way: 'import' | 'undo' | null
    }
    import_rows: { import_id: number; record_id: number; before: unknown; after: unknown; version: number }
  }
}
