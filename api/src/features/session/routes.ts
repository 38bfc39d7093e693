import { session } from '@kontor/contract/session'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { openSessionRoutes } from './open/routes.ts'
import { appSessionRoutes } from './portal/routes.ts'
import { signIn, signOut, sweepSessions, updateOwnData } from './queries.ts'

export function sessionRoutes(kontor: Kontor) {
  const { serve, db, config, about, maintenance } = kontor
  serve(session.about, about)
  serve(session.login, ({ body, from }) => signIn(db, { ...body, ...from }, config.sessionHours))
  serve(session.logout, async ({ user }) => {
    await signOut(db, user.session)
    return { message: 'session.ended' }
  })
  serve(session.me, ({ user: { name, username, role, rights } }) => ({
    ...{ name, username, role },
    rights: [...rights],
  }))
  serve(session.updateMe, ({ user, body }) => updateOwnData(db, user, body, config.passwordMinLength))
  appSessionRoutes(kontor)
  openSessionRoutes(kontor)
  maintenance.every(15 * 60_000, 'ended sessions', () => sweepSessions(db))
}
