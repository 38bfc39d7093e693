import { storeFields } from '@kontor/contract/stores'
import type { Generated } from 'kysely'
import type { RecordTableColumns } from '../../lib/database/schema.ts'
import type { FieldsTable } from '../../lib/resources/field-columns.ts'
import { registerTableErrors } from '../../lib/resources/table.ts'

type StoreTable = RecordTableColumns &
  FieldsTable<typeof storeFields> & {
    name_folded: Generated<string>
    address_folded: Generated<string>
  }

declare module '../../lib/imports/importable-lists.ts' {
  interface ImportableLists {
    stores: true
  }
}

declare module '../../lib/database/schema.ts' {
  interface Schema {
    stores: StoreTable
  }
}

registerTableErrors('stores', storeFields)
