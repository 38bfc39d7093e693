import { supportTypes } from '@kontor/contract/customerSupport'
import { type appCustomerSupport, MAX_SUPPORT_PER_HOUR } from '@kontor/contract/customerSupport/portal'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SignedInPartner } from '../../../kit/auth/guard.ts'
import type { Schema } from '../../../kit/db/schema.ts'
import { publish } from '../../../kit/events/events.ts'
import { requireStaying } from '../../../kit/imports/lock.ts'
import { Refusal } from '../../../kit/serve/refusal.ts'
import type { Call } from '../../../kit/serve/serve.ts'
import '../table.ts'

const SHOWN = ['id', 'type', 'message_content', 'created_at'] as const
const named = <Row extends { type: 1 | 2 | 3 }>(row: Row) => ({ ...row, type_name: supportTypes[row.type] })

/** What a user has written, the last first. */
export async function listOwnMessages(db: Kysely<Schema>, userId: number) {
  const own = db.selectFrom('customer_support').select(SHOWN).where('user_id', '=', userId)
  return (await own.orderBy('id', 'desc').limit(200).execute()).map(named)
}

/** Writes to the office and tells everybody there. Refuses with 429 a partner that has written too often. */
export async function createMessage(
  tx: Transaction<Schema>,
  { id: user_id, partner_id }: SignedInPartner,
  given: Call<typeof appCustomerSupport.create>['body'],
) {
  requireStaying('partners')
  await requireQuietHour(tx, partner_id)
  const row = await tx
    .insertInto('customer_support')
    .values({ ...given, user_id, partner_id })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
  await publish(tx, { to: { staff: 'customerSupport.see' }, type: 'support_message', data: { id: row.id } })
  return named(row)
}

/** One call of a partner counts at a time, so that many at once cannot pass the limit together. */
async function requireQuietHour(tx: Transaction<Schema>, partnerId: number) {
  await sql`SELECT pg_advisory_xact_lock(hashtext('customer_support'), ${partnerId})`.execute(tx)
  const { written } = await tx
    .selectFrom('customer_support')
    .select(({ fn }) => fn.countAll<number>().as('written'))
    .where('partner_id', '=', partnerId)
    .where(sql<boolean>`created_at > now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (written >= MAX_SUPPORT_PER_HOUR) throw new Refusal('error.too_many_messages', { retryAfter: 3600 })
}
