import type { ColumnChoice, ViewState } from '@kontor/contract/lib/lists/default-views'
import type { ColumnType, Generated } from 'kysely'
import { registerConstraints } from '../../database/constraints.ts'

type Json<T> = ColumnType<T, string | null, string | null>

declare module '../../database/schema.ts' {
  interface Schema {
    views: {
      id: Generated<number>
      list: string
      user_id: number
      name: string
      name_folded: ColumnType<string, never, never>
      is_shared: boolean
      state: Json<ViewState>
      version: Generated<number>
      created_at: Generated<string>
    }
    list_preferences: {
      user_id: number
      list: string
      columns: Json<ColumnChoice | null>
      size: number | null
    }
  }
}

registerConstraints({ views_name_taken: { field: 'name', key: 'validation.view_name_taken' } })
