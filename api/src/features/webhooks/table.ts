import type { WebhookEvent } from '@kontor/contract/webhooks/events'
import type { ColumnType, Generated } from 'kysely'
import { registerConstraints } from '../../lib/database/constraints.ts'
import type { RecordTableColumns } from '../../lib/database/schema.ts'

type WebhookTable = Omit<RecordTableColumns, 'is_active'> & {
  name: string
  name_folded: Generated<string>
  url: string
  events: WebhookEvent[]
  state: Generated<'on' | 'paused' | 'off'>
  is_active: ColumnType<boolean, never, never>
  created_by: number | null
}

declare module '../../lib/database/schema.ts' {
  interface Schema {
    webhooks: WebhookTable
    webhook_secrets: { id: Generated<number>; webhook_id: number; secret: string; expires_at: string | null }
    webhook_health: {
      webhook_id: number
      failures: Generated<number>
      paused_until: Generated<string>
      succeeded_at: string | null
    }
    webhook_events: {
      id: Generated<number>
      uid: Generated<string>
      type: string
      record_id: number
      data: unknown
      created_at: Generated<string>
    }
    webhook_deliveries: {
      id: Generated<number>
      webhook_id: number
      event_id: number
      state: Generated<'waiting' | 'delivered' | 'failed'>
      attempts: Generated<number>
      next_at: Generated<string>
      give_up_at: Generated<string>
      created_at: Generated<string>
    }
    webhook_attempts: {
      id: Generated<number>
      delivery_id: number
      at: Generated<string>
      duration_ms: number
      status: number | null
      error: string | null
      response_body: string | null
    }
  }
}

registerConstraints({ webhooks_name_taken: { field: 'name', key: 'validation.webhook_name_taken' } })
