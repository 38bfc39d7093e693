import type { DeliveryError, DeliveryStatus, Platform } from '@kontor/contract/lib/http/push'
import type { Locale } from '@kontor/contract/lib/text/locales'
import type { Generated } from 'kysely'

declare module '../../../lib/database/schema.ts' {
  interface Schema {
    user_firebase_tokens: {
      id: Generated<number>
      user_id: number
      platform: Platform
      token: string
      p256dh: string | null
      auth: string | null
      /** Of the titles and texts that Kontor writes itself. */
      language: Generated<Locale>
      /** Token hash of the session that registered it. */
      session: Buffer | null
      created_at: Generated<string>
      last_seen_at: Generated<string>
    }
    pushes: {
      id: Generated<number>
      title: string
      /** The English title where Kontor has written it. */
      title_en: string | null
      text: string
      /** As the title. */
      text_en: string | null
      link: string | null
      created_at: Generated<string>
    }
    push_recipients: {
      push_id: number
      user_id: number
      /** The partner whom the user had when it was sent; null for a member of the staff. */
      partner_id: number | null
      read_at: string | null
    }
    push_deliveries: {
      id: Generated<number>
      push_id: number
      user_id: number
      device_id: number | null
      platform: Platform
      status: Generated<DeliveryStatus>
      attempts: Generated<number>
      error: DeliveryError | null
      next_at: Generated<string>
      give_up_at: Generated<string>
      updated_at: Generated<string>
    }
    vapid_keys: { id: Generated<number>; public_key: string; private_key: string }
  }
}
