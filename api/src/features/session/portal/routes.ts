import { appSession } from '@kontor/contract/session/portal'
import type { AppContext } from '../../../context.ts'
import { updateOwnData } from '../own/queries.ts'
import { signOut } from '../queries.ts'
import { getSignedInPartner, signInPartner } from './queries.ts'

export function appSessionRoutes({ registerRoute, db, config, mail }: AppContext) {
  registerRoute(appSession.login, ({ body, from }) =>
    signInPartner(db, { ...body, ...from }, config.sessionHours),
  )
  registerRoute(appSession.logout, async ({ user }) => {
    await signOut(db, user.session)
    return { message: 'session.ended' }
  })
  registerRoute(appSession.me, ({ user }) => getSignedInPartner(db, user))
  registerRoute(appSession.password, async ({ user, locale, body: { password, current_password } }) => {
    const change = { db, mail, minLength: config.passwordMinLength, user, locale }
    await updateOwnData(change, { password, current_password })
    return { message: 'settings.password_changed' }
  })
}
