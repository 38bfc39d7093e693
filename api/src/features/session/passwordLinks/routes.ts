import { passwordLinks } from '@kontor/contract/session/passwordLinks'
import type { AppContext } from '../../../context.ts'
import { EVERY_TEN_MINUTES } from '../../../lib/jobs/jobs.ts'
import { requestLink, setByLink, sweepLinks, userOfLink, writePasswordMails } from './queries.ts'

export function passwordLinkRoutes({ registerRoute, db, config, mail, jobs }: AppContext) {
  registerRoute(passwordLinks.ask, async (call) => {
    await requestLink(db, mail, call)
    return { message: 'login.link_sent' }
  })
  registerRoute(passwordLinks.look, async ({ body }) => {
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
