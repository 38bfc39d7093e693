import type { Generated } from 'kysely'
import { explainConstraints } from '../../../kit/db/constraints.ts'
import type { RecordTableColumns } from '../../../kit/db/schema.ts'

interface StoreContactTable extends RecordTableColumns {
  store_id: number
  phone: string
  phone_folded: Generated<string>
}

declare module '../../../kit/db/schema.ts' {
  interface Schema {
    store_contacts: StoreContactTable
  }
}

explainConstraints({
  store_contacts_store_missing: { field: 'store_id', key: 'validation.not_found' },
})
