import { session } from '@kontor/contract/session'
import type { AppContext } from '../../context.ts'
import { EVERY_TEN_MINUTES } from '../../lib/jobs/jobs.ts'
import { officeSettings } from '../users/settings/table.ts'
import { factorRoutes } from './factor/routes.ts'
import { openSessionRoutes } from './open/routes.ts'
import { ownEmail, updateOwnData } from './own/queries.ts'
import { siteOf } from './passkeys/rules.ts'
import { passwordLinkRoutes } from './passwordLinks/routes.ts'
import { appSessionRoutes } from './portal/routes.ts'
import { signIn, signOut, sweepSessions } from './queries.ts'
import { viewRoutes } from './view/routes.ts'

export function sessionRoutes(context: AppContext) {
  const { registerRoute, db, config, mail, about, jobs } = context
  registerRoute(session.about, about)
  registerRoute(session.login, ({ body, from }) =>
    signIn(db, { ...body, ...from }, config.sessionHours, siteOf(config.publicUrl)),
  )
  registerRoute(session.logout, async ({ user }) => {
    await signOut(db, user.session)
    return { message: 'session.ended' }
  })
  registerRoute(session.me, async ({ user }) => ({
    ...{ name: user.name, username: user.username, role: user.role, email: await ownEmail(db, user) },
    rights: [...user.permissions],
    needs_factor: user.needsFactor,
    hidden_resources: (await officeSettings(db)).hidden_resources,
  }))
  registerRoute(session.updateMe, ({ user, locale, body }) =>
    updateOwnData({ db, mail, minLength: config.passwordMinLength, user, locale }, body),
  )
  appSessionRoutes(context)
  openSessionRoutes(context)
  viewRoutes(context)
  factorRoutes(context)
  passwordLinkRoutes(context)
  jobs.schedule('ended_sessions', EVERY_TEN_MINUTES, () => sweepSessions(db))
}
