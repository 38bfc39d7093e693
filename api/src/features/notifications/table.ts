import type { NotificationState, notificationFields } from '@kontor/contract/notifications/form'
import type { Generated } from 'kysely'
import { registerConstraints } from '../../lib/database/constraints.ts'
import type { FieldsTable } from '../../lib/resources/field-columns.ts'

declare module '../../lib/database/schema.ts' {
  interface Schema {
    notifications: FieldsTable<typeof notificationFields> & {
      id: Generated<number>
      subject_folded: Generated<string>
      notification_text_folded: Generated<string>
      send_by_category: boolean
      /** Null until it is sent. */
      push_id: number | null
      send_at: string | null
      is_cancelled: Generated<boolean>
      /** Set by a trigger. */
      state: Generated<NotificationState>
      version: Generated<number>
      user_id: number
      updated_at: Generated<string>
    }
    notification_categories: { notification_id: number; category_id: number }
    notification_partners: { notification_id: number; partner_id: number }
  }
}

registerConstraints({
  notifications_slider_missing: { field: 'slider_id', key: 'validation.not_found' },
  notifications_product_missing: { field: 'product_id', key: 'validation.not_found' },
  notifications_campaign_missing: { field: 'campaign_id', key: 'validation.not_found' },
  notification_categories_category_missing: { field: 'categories', key: 'validation.not_found' },
  notification_partners_partner_missing: { field: 'partners', key: 'validation.not_found' },
})
