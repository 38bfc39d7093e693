import { appSession } from '@kontor/contract/session/portal'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { updateOwnData } from '../own/queries.ts'
import { signOut } from '../queries.ts'
import { getSignedInPartner, signInPartner } from './queries.ts'

export function appSessionRoutes({ serve, db, config, mail }: Kontor) {
  serve(appSession.login, ({ body, from }) => signInPartner(db, { ...body, ...from }, config.sessionHours))
  serve(appSession.logout, async ({ user }) => {
    await signOut(db, user.session)
    return { message: 'session.ended' }
  })
  serve(appSession.me, ({ user }) => getSignedInPartner(db, user))
  serve(appSession.password, async ({ user, locale, body: { password, current_password } }) => {
    const change = { db, mail, minLength: config.passwordMinLength, user, locale }
    await updateOwnData(change, { password, current_password })
    return { message: 'settings.password_changed' }
  })
}
