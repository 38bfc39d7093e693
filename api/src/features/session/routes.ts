import { session } from '@kontor/contract/session'
import type { Kontor } from '../../kit/kontor.ts'
import { updateOwnData } from '../users/queries.ts'
import { signIn, signOut, sweepSessions } from './queries.ts'

export function sessionRoutes({ serve, db, config, about, maintenance }: Kontor) {
  serve(session.about, about)
  serve(session.login, ({ body, ip }) => signIn(db, { ...body, address: ip }, config.sessionHours))
  serve(session.logout, async ({ user }) => {
    await signOut(db, user.session)
    return { message: 'session.ended' }
  })
  serve(session.me, ({ user: { name, username, role } }) => ({ name, username, role }))
  serve(session.updateMe, ({ user, body }) => updateOwnData(db, user, body, config.passwordMinLength))
  maintenance.every(15 * 60_000, 'ended sessions', () => sweepSessions(db))
}
