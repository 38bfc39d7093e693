import { secondFactor } from '@kontor/contract/session/factor'
import type { AppContext } from '../../../context.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from '../passkeys/queries.ts'
import { siteOf } from '../passkeys/rules.ts'
import { signInSecond } from '../second/queries.ts'
import { confirmTotp, getFactors, removeTotp, renewCodes, startTotp } from './queries.ts'

const removed = { message: 'factor.removed' }

/** The second step of a sign-in, and the set-up of factors. */
export function factorRoutes({ registerRoute, db, config }: AppContext) {
  const site = siteOf(config.publicUrl)
  registerRoute(secondFactor.signIn, ({ body, from }) =>
    signInSecond(db, { ...body, ...from }, site, config.sessionHours),
  )
  registerRoute(secondFactor.state, ({ user }) => getFactors(db, user, site !== null))
  registerRoute(secondFactor.startTotp, ({ user, body }) => startTotp(db, user, body))
  registerRoute(secondFactor.confirmTotp, ({ user, body }) => confirmTotp(db, user, body.code))
  registerRoute(secondFactor.removeTotp, async ({ user, body }) => {
    await removeTotp(db, user, body)
    return removed
  })
  registerRoute(secondFactor.renewCodes, ({ user, body }) => renewCodes(db, user, body))
  registerRoute(secondFactor.startPasskey, ({ user, body }) => startPasskey(db, user, site, body))
  registerRoute(secondFactor.addPasskey, ({ user, body }) => addPasskey(db, user, site, body))
  registerRoute(secondFactor.renamePasskey, ({ user, params, body }) =>
    renamePasskey(db, user, params.id, body.name),
  )
  registerRoute(secondFactor.removePasskey, async ({ user, params, body }) => {
    await removePasskey(db, user, params.id, body)
    return removed
  })
}
