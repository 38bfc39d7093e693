import { session } from '@kontor/contract/session'
import type { Kontor } from '../../kit/kontor.ts'
import { signIn, signOut, sweepSessions, updateOwnData } from './queries.ts'

export function sessionRoutes({ serve, db, config, about, maintenance }: Kontor) {
  serve(session.about, about)
  serve(session.login, ({ body, ip }) => signIn(db, { ...body, address: ip }, config.sessionHours))
  serve(session.logout, async ({ user }) => {
    await signOut(db, user.session)
    return { message: 'session.ended' }
  })
  serve(session.me, ({ user: { name, username, role } }) => ({ name, username, role }))
  serve(session.updateMe, ({ user, body, ip }) =>
    updateOwnData(db, user, body, { minLength: config.passwordMinLength, address: ip }),
  )
  maintenance.every(15 * 60_000, 'ended sessions', () => sweepSessions(db))
}
