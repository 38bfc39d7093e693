import type { Kysely } from 'kysely'
import type { SignedInPartner } from '../../../kit/auth/guard.ts'
import type { Schema } from '../../../kit/db/schema.ts'
import { found, Refusal } from '../../../kit/serve/refusal.ts'
import '../../partners/table.ts'
import { recordSignIn } from '../../signedInPartners/table.ts'
import { noteSignIn } from '../../users/signIns/table.ts'
import { type Attempt, beginSession, identify } from '../queries.ts'

/** As in the office, but for partners. Staff are told so once their password is known to be right. */
export async function signInPartner(db: Kysely<Schema>, given: Attempt, hours: number) {
  const { partner_id, ...user } = await identify(db, given)
  if (partner_id === null) {
    noteSignIn(db, { ...given, user, outcome: 'other_door' })
    throw new Refusal('login.office')
  }
  const session = await beginSession(db, user, given, hours)
  await recordSignIn(db, user.id)
  return { ...session, partner_id }
}

export async function getSignedInPartner(
  db: Kysely<Schema>,
  { id, name, username, partner_id }: SignedInPartner,
) {
  const partner = db.selectFrom('partners').select(['id', 'name']).where('id', '=', partner_id)
  return { id, name, username, partner: found(await partner.executeTakeFirst()) }
}
