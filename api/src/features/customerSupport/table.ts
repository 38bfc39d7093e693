import { supportTypes } from '@kontor/contract/customerSupport'
import type { ColumnType, Generated } from 'kysely'
import type { RecordTableColumns } from '../../lib/database/schema.ts'
import type { SentFileColumns } from '../../lib/storage/sent-files.ts'

interface CustomerSupportTable extends RecordTableColumns {
  type: 1 | 2 | 3
  message_content: string
  message_content_folded: Generated<string>
  partner_id: number
  user_id: number
  begun_by: number | null
}

declare module '../../lib/database/schema.ts' {
  interface Schema {
    customer_support: CustomerSupportTable
    /** Inserted by a trigger with each message. */
    support_threads: {
      customer_support_id: number
      last_at: string
      last_from_office: Generated<boolean>
      office_unread: Generated<number>
      user_unread: Generated<number>
      office_read_at: string | null
      user_read_at: string | null
      taken_by: number | null
      taken_at: string | null
    }
    support_messages: SentFileColumns & {
      id: Generated<number>
      customer_support_id: number
      message: string
      from_office: boolean
      user_id: number
      /** Read as text, because the driver would drop the microseconds. */
      created_at: ColumnType<never, string, never>
    }
  }
}

/** A message with the name of its type. */
export const named = <Row extends Pick<CustomerSupportTable, 'type'>>(row: Row) => ({
  ...row,
  type_name: supportTypes[row.type].cnr,
})
