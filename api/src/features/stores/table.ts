import type { Generated } from 'kysely'
import { registerConstraints } from '../../lib/database/constraints.ts'
import type { RecordTableColumns } from '../../lib/database/schema.ts'

interface StoreTable extends RecordTableColumns {
  name: string
  name_folded: Generated<string>
  address: string
  address_folded: Generated<string>
  city_id: number
  latitude: string
  longitude: string
}

declare module '../../lib/imports/lock.ts' {
  interface ImportableLists {
    stores: true
  }
}

declare module '../../lib/database/schema.ts' {
  interface Schema {
    stores: StoreTable
  }
}

registerConstraints({
  stores_city_inactive: { field: 'city_id', key: 'validation.inactive_city' },
  stores_city_missing: { field: 'city_id', key: 'validation.not_found' },
})
