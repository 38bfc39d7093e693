import { appSession } from '@kontor/contract/app/session'
import type { Kontor } from '../../../kit/kontor.ts'
import { signOut, updateOwnData } from '../queries.ts'
import { getSignedInPartner, signInPartner } from './queries.ts'

export function appSessionRoutes({ serve, db, config }: Kontor) {
  serve(appSession.login, ({ body, ip }) => signInPartner(db, { ...body, address: ip }, config.sessionHours))
  serve(appSession.logout, async ({ user }) => {
    await signOut(db, user.session)
    return { message: 'session.ended' }
  })
  serve(appSession.me, ({ user }) => getSignedInPartner(db, user))
  serve(appSession.password, async ({ user, body: { password, current_password }, ip }) => {
    const rule = { minLength: config.passwordMinLength, address: ip }
    await updateOwnData(db, user, { password, current_password }, rule)
    return { message: 'settings.password_changed' }
  })
}
