import { appSession } from '@kontor/contract/session/portal'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { signOut, updateOwnData } from '../queries.ts'
import { getSignedInPartner, signInPartner } from './queries.ts'

export function appSessionRoutes({ serve, db, config }: Kontor) {
  serve(appSession.login, ({ body, from }) => signInPartner(db, { ...body, ...from }, config.sessionHours))
  serve(appSession.logout, async ({ user }) => {
    await signOut(db, user.session)
    return { message: 'session.ended' }
  })
  serve(appSession.me, ({ user }) => getSignedInPartner(db, user))
  serve(appSession.password, async ({ user, body: { password, current_password } }) => {
    await updateOwnData(db, user, { password, current_password }, config.passwordMinLength)
    return { message: 'settings.password_changed' }
  })
}
