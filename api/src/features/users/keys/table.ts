import type { Role } from '@kontor/contract/lib/http/about'
import type { Generated } from 'kysely'
import { registerConstraints } from '../../../lib/database/constraints.ts'
import type { RecordTableColumns } from '../../../lib/database/schema.ts'

interface ApiKeyTable extends Omit<RecordTableColumns, 'id'> {
  /** The id of its user. */
  id: number
  name: string
  name_folded: Generated<string>
  role: Role
  rights: string[] | null
  prefix: string
  ends_on: string | null
  created_by: number | null
}

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    api_keys: ApiKeyTable
    api_key_tokens: {
      token_hash: Buffer
      key_id: number
      last_used_at: Generated<string | null>
    }
  }
}

registerConstraints({ api_keys_name_taken: { field: 'name', key: 'validation.key_name_taken' } })
