import type { Generated } from 'kysely'
import { registerConstraints } from '../../../lib/database/constraints.ts'
import type { RecordTableColumns } from '../../../lib/database/schema.ts'

interface StoreContactTable extends RecordTableColumns {
  store_id: number
  phone: string
  phone_folded: Generated<string>
}

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    store_contacts: StoreContactTable
  }
}

registerConstraints({
  store_contacts_store_missing: { field: 'store_id', key: 'validation.not_found' },
})
