import type { Locale } from '@kontor/contract/kit/api/locales'
import {
  type NotificationDelivery,
  notificationDeliveryList,
  type notifications,
} from '@kontor/contract/notifications'
import { type Kysely, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Schema } from '../../../kit/db/schema.ts'
import { pageOrFile } from '../../../kit/list/report.ts'
import { column, listSource } from '../../../kit/list/source.ts'
import { found } from '../../../kit/serve/refusal.ts'
import type { Call } from '../../../kit/serve/serve.ts'
import '../../partners/table.ts'
import '../../users/table.ts'
import '../table.ts'

// A user without a device has no delivery: its own id below zero stands for the row.
const rowId = sql<number>`coalesce(push_deliveries.id, -users.id)`
const status = sql<NotificationDelivery['status']>`coalesce(push_deliveries.status, 'no_device')`

/** The devices of everybody whom a push is for, and those who have none. */
const deliverySource = (pushId: number) =>
  listSource({
    definition: notificationDeliveryList,
    id: rowId,
    columns: {
      partner: column('partners', 'name', 'name_folded'),
      user: column('users', 'name', 'name_folded'),
      platform: column('push_deliveries', 'platform'),
      status: { value: status },
      updated_at: column('push_deliveries', 'updated_at'),
      read_at: column('push_recipients', 'read_at'),
    },
    tables: ['push_recipients'],
    rows: (db) =>
      db
        .selectFrom('push_recipients')
        .innerJoin('users', 'users.id', 'push_recipients.user_id')
        .innerJoin('partners', 'partners.id', 'users.partner_id')
        .leftJoin('push_deliveries', (join) =>
          join.onRef('push_deliveries.user_id', '=', 'users.id').on('push_deliveries.push_id', '=', pushId),
        )
        .where('push_recipients.push_id', '=', pushId)
        .select([rowId.as('id'), 'users.name as user', 'push_deliveries.platform', status.as('status')])
        .select(['error', sql<number>`coalesce(attempts, 0)`.as('attempts')])
        .select(['push_deliveries.updated_at', 'read_at'])
        .select(({ ref }) =>
          jsonBuildObject({ id: ref('partners.id'), name: ref('partners.name') }).as('partner'),
        ),
  })

/** Refuses with 404 when there is no such notification. */
export async function listDeliveries(
  db: Kysely<Schema>,
  id: number,
  request: Call<typeof notifications.deliveries>['body'],
  locale: Locale,
) {
  const notification = db.selectFrom('notifications').select('push_id').where('id', '=', id)
  const { push_id } = found(await notification.executeTakeFirst())
  return pageOrFile(db, deliverySource(push_id), request, locale)
}
