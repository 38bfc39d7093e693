import { session } from '@kontor/contract/session'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { officeSettings } from '../users/settings/table.ts'
import { factorRoutes } from './factor/routes.ts'
import { openSessionRoutes } from './open/routes.ts'
import { ownEmail, updateOwnData } from './own/queries.ts'
import { siteOf } from './passkeys/rules.ts'
import { passwordLinkRoutes } from './passwordLinks/routes.ts'
import { appSessionRoutes } from './portal/routes.ts'
import { signIn, signOut, sweepSessions } from './queries.ts'

export function sessionRoutes(kontor: Kontor) {
  const { serve, db, config, mail, about, maintenance } = kontor
  serve(session.about, about)
  serve(session.login, ({ body, from }) =>
    signIn(db, { ...body, ...from }, config.sessionHours, siteOf(config.publicUrl)),
  )
  serve(session.logout, async ({ user }) => {
    await signOut(db, user.session)
    return { message: 'session.ended' }
  })
  serve(session.me, async ({ user }) => ({
    ...{ name: user.name, username: user.username, role: user.role, email: await ownEmail(db, user) },
    rights: [...user.rights],
    needs_factor: user.needsFactor,
    hidden_resources: (await officeSettings(db)).hidden_resources,
  }))
  serve(session.updateMe, ({ user, locale, body }) =>
    updateOwnData({ db, mail, minLength: config.passwordMinLength, user, locale }, body),
  )
  appSessionRoutes(kontor)
  openSessionRoutes(kontor)
  factorRoutes(kontor)
  passwordLinkRoutes(kontor)
  maintenance.every(60_000, 'ended sessions', () => sweepSessions(db))
}
