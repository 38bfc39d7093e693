import { supportTypes } from '@kontor/contract/customerSupport'
import { type appCustomerSupport, MAX_SUPPORT_PER_HOUR } from '@kontor/contract/customerSupport/portal'
import { sql } from 'kysely'
import { requireStaying } from '../../../kit/imports/lock.ts'
import { Refusal } from '../../../kit/serve/refusal.ts'
import type { Scoped } from '../../../kit/serve/scoped.ts'
import type { Call } from '../../../kit/serve/serve.ts'
import { oneAfterTheOther, tellOffice } from '../scope.ts'

const SHOWN = ['id', 'type', 'message_content', 'created_at'] as const
const named = <Row extends { type: 1 | 2 | 3 }>(row: Row) => ({ ...row, type_name: supportTypes[row.type] })

/** What a user has written, the last first. */
export async function listOwnMessages(scoped: Scoped) {
  const own = scoped.selectFrom('customer_support').select(SHOWN).where('user_id', '=', scoped.user.id)
  return (await own.orderBy('id', 'desc').limit(200).execute()).map(named)
}

/** Writes to the office and tells everybody there. Refuses with 429 a partner that has written too often. */
export async function createMessage(tx: Scoped, given: Call<typeof appCustomerSupport.create>['body']) {
  requireStaying('partners')
  await requireQuietHour(tx)
  const row = await tx.insertInto('customer_support', [given]).returning(SHOWN).executeTakeFirstOrThrow()
  await tellOffice(tx, row.id)
  return named(row)
}

/** One call of a partner counts at a time, so that many at once cannot pass the limit together. */
async function requireQuietHour(tx: Scoped) {
  await oneAfterTheOther(tx)
  const { written } = await tx
    .selectFrom('customer_support')
    .select(({ fn }) => fn.countAll<number>().as('written'))
    .where(sql<boolean>`created_at > now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (written >= MAX_SUPPORT_PER_HOUR) throw new Refusal('error.too_many_messages', { retryAfter: 3600 })
}
