import type { Kysely } from 'kysely'
import type { SignedInPartner } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { found, HttpError } from '../../../lib/http/http-error.ts'
import '../../partners/table.ts'
import { countSignIn } from '../../signedInPartners/table.ts'
import { recordSignIn } from '../../users/signIns/table.ts'
import { type Attempt, createSession, identify } from '../queries.ts'

/** The sign-in of partners. Staff get a separate error, once the password is right. */
export async function signInPartner(db: Kysely<Schema>, attempt: Attempt, hours: number) {
  const { partner_id, ...user } = await identify(db, attempt)
  if (partner_id === null) {
    recordSignIn(db, { ...attempt, user, outcome: 'other_door' })
    throw new HttpError('login.office')
  }
  const session = await createSession(db, user, attempt, hours)
  await countSignIn(db, user.id)
  return { ...session, partner_id }
}

export async function getSignedInPartner(
  db: Kysely<Schema>,
  { id, name, username, partner_id, viewer }: SignedInPartner,
) {
  const partner = db.selectFrom('partners').select(['id', 'name']).where('id', '=', partner_id)
  return { id, name, username, partner: found(await partner.executeTakeFirst()), ...(viewer && { viewer }) }
}
