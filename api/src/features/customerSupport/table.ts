import type { Generated } from 'kysely'
import type { RecordTableColumns } from '../../kit/db/schema.ts'

interface CustomerSupportTable extends RecordTableColumns {
  type: 1 | 2 | 3
  message_content: string
  message_content_folded: Generated<string>
  partner_id: number
  user_id: number
}

declare module '../../kit/db/schema.ts' {
  interface Schema {
    customer_support: CustomerSupportTable
  }
}
