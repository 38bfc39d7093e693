import type { Generated, Kysely } from 'kysely'
import type { RecordTableColumns, Schema } from '../../lib/database/schema.ts'
import { publish } from '../../lib/realtime/events.ts'
import '../partners/table.ts'
import '../products/table.ts'
import '../users/table.ts'

interface CatalogueOrderTable extends RecordTableColumns {
  basket: Generated<string>
  partner_id: number
  user_id: number
  product_id: number
  price: string
  quantity: number
  /** Set by a trigger, as are `day` and the daily sums. */
  total: Generated<string>
  ignore_quantity: Generated<boolean>
  /** The calendar day in the office. */
  day: Generated<string>
}

declare module '../../lib/database/schema.ts' {
  interface Schema {
    catalogue_orders: CatalogueOrderTable
    catalogue_orders_daily: {
      day: string
      ignore_quantity: boolean
      is_active: boolean
      orders: number
      pieces: number
      total: string
    }
  }
}

/** Publishes orders to the office and to the users of the partner. The last statement of a transaction. */
export async function publishOrders(tx: Kysely<Schema>, partner_id: number, ids: number[]) {
  const users = tx.selectFrom('users').select('id').where('partner_id', '=', partner_id)
  const recipients = await users.where('is_active', '=', true).execute()
  const event = { type: 'catalogueOrders', data: { ids } } as const
  await publish(tx, [
    { to: { staff: 'catalogueOrders.see' }, ...event },
    ...recipients.map(({ id }) => ({ to: { userId: id }, ...event })),
  ])
}
