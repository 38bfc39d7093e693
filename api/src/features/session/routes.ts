import { session } from '@kontor/contract/session'
import { secondFactor } from '@kontor/contract/session/factor'
import { passwordLinks } from '@kontor/contract/session/passwordLinks'
import { partnerView } from '@kontor/contract/session/view'
import type { AppContext } from '../../context.ts'
import { EVERY_TEN_MINUTES } from '../../lib/jobs/jobs.ts'
import { officeSettings } from '../users/settings/table.ts'
import { activeUsersOf } from '../users/table.ts'
import { confirmTotp, getFactors, removeTotp, renewCodes, startTotp } from './factor/queries.ts'
import { endOtherSessions, endSession, listSessions, writeLastUse } from './open/queries.ts'
import { ownEmail, updateOwnData } from './own/queries.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './passkeys/queries.ts'
import { siteOf } from './passkeys/rules.ts'
import {
  requestLink,
  setByLink,
  sweepLinks,
  userOfLink,
  writePasswordMails,
} from './passwordLinks/queries.ts'
import { portalSessionRoutes } from './portal/routes.ts'
import { signIn, signOut, sweepSessions } from './queries.ts'
import { signInSecond } from './second/queries.ts'
import { beginView } from './view/queries.ts'

export function sessionRoutes(context: AppContext) {
  const { registerRoute, db, config, mail, about, jobs } = context
  registerRoute(session.about, about)
  registerRoute(session.login, ({ body, origin }) =>
    signIn(db, { ...body, ...origin }, config.sessionHours, siteOf(config.publicUrl)),
  )
  registerRoute(session.logout, async ({ user }) => {
    await signOut(db, user.session)
    return { message: 'session.ended' }
  })
  registerRoute(session.me, async ({ user }) => ({
    name: user.name,
    username: user.username,
    role: user.role,
    email: await ownEmail(db, user),
    rights: [...user.permissions],
    needs_factor: user.needsFactor,
    hidden_resources: (await officeSettings(db)).hidden_resources,
  }))
  registerRoute(session.updateMe, ({ user, locale, origin, body }) =>
    updateOwnData({ db, mail, minLength: config.passwordMinLength, user, locale, origin }, body),
  )
  portalSessionRoutes(context)
  openSessionRoutes(context)
  viewRoutes(context)
  factorRoutes(context)
  passwordLinkRoutes(context)
  jobs.schedule('ended_sessions', EVERY_TEN_MINUTES, () => sweepSessions(db))
}

const ended = { message: 'session.ended' }

function openSessionRoutes({ registerRoute, db, maintenance }: AppContext) {
  registerRoute(session.sessions, ({ user }) => listSessions(db, user))
  registerRoute(session.endSession, async ({ user, params }) => {
    await endSession(db, user, params.id)
    return ended
  })
  registerRoute(session.endOtherSessions, async ({ user }) => {
    await endOtherSessions(db, user)
    return ended
  })
  maintenance.every(60_000, 'last use of sessions', () => writeLastUse(db))
}

function viewRoutes({ registerRoute, db }: AppContext) {
  registerRoute(partnerView.users, ({ params }) => activeUsersOf(db, params.id).select('username').execute())
  registerRoute(partnerView.begin, ({ user, ...call }) => beginView(db, user, call))
}

const removed = { message: 'factor.removed' }

/** The second step of a sign-in, and the set-up of factors. */
function factorRoutes({ registerRoute, db, config, mail }: AppContext) {
  const site = siteOf(config.publicUrl)
  registerRoute(secondFactor.signIn, ({ body, origin }) =>
    signInSecond(db, { ...body, ...origin }, site, config.sessionHours),
  )
  registerRoute(secondFactor.state, ({ user }) => getFactors(db, user, site !== null))
  registerRoute(secondFactor.startTotp, ({ body, ...call }) => startTotp({ db, ...call }, body))
  registerRoute(secondFactor.confirmTotp, ({ body, ...call }) =>
    confirmTotp({ db, mail, ...call }, body.code),
  )
  registerRoute(secondFactor.removeTotp, async ({ body, ...call }) => {
    await removeTotp({ db, mail, ...call }, body)
    return removed
  })
  registerRoute(secondFactor.renewCodes, ({ body, ...call }) => renewCodes({ db, ...call }, body))
  registerRoute(secondFactor.startPasskey, ({ body, ...call }) => startPasskey({ db, ...call }, site, body))
  registerRoute(secondFactor.addPasskey, ({ body, ...call }) => addPasskey({ db, mail, ...call }, site, body))
  registerRoute(secondFactor.renamePasskey, ({ user, params, body }) =>
    renamePasskey(db, user, params.id, body.name),
  )
  registerRoute(secondFactor.removePasskey, async ({ params, body, ...call }) => {
    await removePasskey({ db, mail, ...call }, params.id, body)
    return removed
  })
}

function passwordLinkRoutes({ registerRoute, db, config, mail, jobs }: AppContext) {
  registerRoute(passwordLinks.request, async (call) => {
    await requestLink(db, mail, call)
    return { message: 'login.link_sent' }
  })
  registerRoute(passwordLinks.get, async ({ body }) => {
    const { username, partner_id } = await userOfLink(db, body.token)
    return { username, is_partner: partner_id !== null }
  })
  registerRoute(passwordLinks.use, async (call) => {
    await setByLink(db, mail, call, config.passwordMinLength)
    return { message: 'settings.password_changed' }
  })
  writePasswordMails(db, mail)
  jobs.schedule('old_password_links', EVERY_TEN_MINUTES, () => sweepLinks(db))
}
