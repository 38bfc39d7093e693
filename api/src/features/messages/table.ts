import { TRAINING } from '@kontor/contract/sliders/kinds'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { SentFileColumns } from '../../lib/storage/sent-files.ts'
import { visibleTo } from '../sliders/scope.ts'

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

/** SQL: whether the user of a thread still belongs to its partner, and so can read it. */
export const isOfItsUser = sql<boolean>`(users.partner_id = message_threads.partner_id)`

/** SQL: whether the user of a thread can read a new message. */
export const isOpen = sql<boolean>`(${isOfItsUser} AND users.is_active AND coalesce(partners.is_active, false)
  AND sliders.type = ${sql.lit(TRAINING)} AND ${visibleTo(sql.ref<number>('partners.id'))})`
