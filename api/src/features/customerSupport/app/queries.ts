import type { appCustomerSupport } from '@kontor/contract/app/customerSupport'
import { supportTypes } from '@kontor/contract/customerSupport'
import type { Kysely, Transaction } from 'kysely'
import { publish } from '../../../kit/events.ts'
import type { SignedInPartner } from '../../../kit/guard.ts'
import type { Schema } from '../../../kit/schema.ts'
import type { Call } from '../../../kit/serve.ts'
import '../table.ts'

const SHOWN = ['id', 'type', 'message_content', 'created_at'] as const
const named = <Row extends { type: 1 | 2 | 3 }>(row: Row) => ({ ...row, type_name: supportTypes[row.type] })

/** What a user has written, the last first. */
export async function listOwnMessages(db: Kysely<Schema>, userId: number) {
  const own = db.selectFrom('customer_support').select(SHOWN).where('user_id', '=', userId)
  return (await own.orderBy('id', 'desc').limit(200).execute()).map(named)
}

/** Writes to the office and tells everybody there. */
export async function createMessage(
  tx: Transaction<Schema>,
  { id: user_id, partner_id }: SignedInPartner,
  given: Call<typeof appCustomerSupport.create>['body'],
) {
  const row = await tx
    .insertInto('customer_support')
    .values({ ...given, user_id, partner_id })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
  await publish(tx, { to: 'staff', type: 'support_message', data: { id: row.id } })
  return named(row)
}
