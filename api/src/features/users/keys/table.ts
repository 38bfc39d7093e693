import type { Role } from '@kontor/contract/kit/api/about'
import type { Generated } from 'kysely'
import { explainConstraints } from '../../../kit/db/constraints.ts'
import type { RecordTableColumns } from '../../../kit/db/schema.ts'

interface ApiKeyTable extends Omit<RecordTableColumns, 'id'> {
  /** Of the user as whom it acts. */
  id: number
  name: string
  name_folded: Generated<string>
  role: Role
  rights: string[] | null
  prefix: string
  ends_on: string | null
  created_by: number | null
}

declare module '../../../kit/db/schema.ts' {
  interface Schema {
    api_keys: ApiKeyTable
    api_key_tokens: {
      token_hash: Buffer
      key_id: number
      last_used_at: Generated<string | null>
    }
  }
}

explainConstraints({ api_keys_name_taken: { field: 'name', key: 'validation.key_name_taken' } })
