import type { ColumnType, Generated } from 'kysely'
import type { SentFileColumns } from '../../lib/storage/sent-files.ts'

declare module '../../lib/database/schema.ts' {
  interface Schema {
    message_threads: {
      id: Generated<number>
      slider_id: number
      user_id: number
      /** The partner whom the user had when it was opened; null for a member of the staff. */
      partner_id: number | null
      last_message: string | null
      last_at: Generated<string>
      office_unread: Generated<number>
      user_unread: Generated<number>
      office_read_at: string | null
      user_read_at: string | null
    }
    messages: SentFileColumns & {
      id: Generated<number>
      message_thread_id: number
      message: string
      from_office: boolean
      user_admin_id: number | null
      /** Read as text, because the driver would drop the microseconds. */
      created_at: ColumnType<never, string, never>
    }
  }
}
