import type { Role } from '@kontor/contract/kit/about'
import type { Generated } from 'kysely'
import { explainConstraints } from '../../kit/constraints.ts'
import type { RecordTableColumns } from '../../kit/schema.ts'

interface UserTable extends RecordTableColumns {
  name: string
  name_folded: Generated<string>
  username: string
  username_folded: Generated<string>
  password_hash: string
  role: Generated<Role>
  partner_id: number | null
}

declare module '../../kit/schema.ts' {
  interface Schema {
    users: UserTable
  }
}

explainConstraints({
  users_last_staff: { code: 'validation.last_admin' },
  users_username_taken: {
    field: 'username',
    key: 'validation.unique_username',
    unique: { table: 'users', columns: ['username'] },
  },
  users_partner_missing: { field: 'partner_id', key: 'validation.not_found' },
})
