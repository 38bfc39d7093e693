import { portalSession } from '@kontor/contract/session/portal'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { CurrentPartnerUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { HttpError, orNotFound } from '../../../lib/http/http-error.ts'
import { updateOwnData } from '../own/queries.ts'
import { type Attempt, authenticate, signOut } from '../queries.ts'
import '../../partners/table.ts'
import { countSignIn } from '../../signedInPartners/table.ts'
import { recordSignIn } from '../../users/signIns/table.ts'

export function portalSessionRoutes({ registerRoute, db, config, mail }: AppContext) {
  registerRoute(portalSession.login, ({ body, origin }) =>
    signInPartner(db, { ...body, ...origin }, config.sessionHours),
  )
  registerRoute(portalSession.logout, async ({ user }) => {
    await signOut(db, user.session)
    return { message: 'session.ended' }
  })
  registerRoute(portalSession.me, ({ user }) => getSignedInPartner(db, user))
  registerRoute(
    portalSession.password,
    async ({ user, locale, origin, body: { password, current_password } }) => {
      const change = { db, mail, minLength: config.passwordMinLength, user, locale, origin }
      await updateOwnData(change, { password, current_password })
      return { message: 'settings.password_changed' }
    },
  )
}

/** The sign-in of partners. Staff get a separate error, once the password is right. */
async function signInPartner(db: Kysely<Schema>, attempt: Attempt, hours: number) {
  const { user, session } = await authenticate(db, attempt, hours, ({ partner_id }) => partner_id !== null)
  const { partner_id } = user
  if (!session || partner_id === null) {
    recordSignIn(db, { ...attempt, user, outcome: 'other_door' })
    throw new HttpError('login.office')
  }
  await countSignIn(db, user.id)
  return { ...session, partner_id }
}

async function getSignedInPartner(
  db: Kysely<Schema>,
  { id, name, username, partner_id, viewer }: CurrentPartnerUser,
) {
  const partner = db.selectFrom('partners').select(['id', 'name']).where('id', '=', partner_id)
  return {
    id,
    name,
    username,
    partner: orNotFound(await partner.executeTakeFirst()),
    ...(viewer && { viewer }),
  }
}
