import { secondFactor } from '@kontor/contract/session/factor'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '../passkeys/queries.ts'
import { siteOf } from '../passkeys/rules.ts'
import { signInSecond } from '../second/queries.ts'
import { beginTotp, confirmTotp, getFactors, removeTotp, renewCodes } from './queries.ts'

const removed = { message: 'factor.removed' }

/** The second step of a sign-in, and what one has set up for it. */
export function factorRoutes({ serve, db, config }: Kontor) {
  const site = siteOf(config.publicUrl)
  serve(secondFactor.signIn, ({ body, from }) =>
    signInSecond(db, { ...body, ...from }, site, config.sessionHours),
  )
  serve(secondFactor.state, ({ user }) => getFactors(db, user, site !== null))
  serve(secondFactor.beginTotp, ({ user, body }) => beginTotp(db, user, body))
  serve(secondFactor.confirmTotp, ({ user, body }) => confirmTotp(db, user, body.code))
  serve(secondFactor.removeTotp, async ({ user, body }) => {
    await removeTotp(db, user, body)
    return removed
  })
  serve(secondFactor.renewCodes, ({ user, body }) => renewCodes(db, user, body))
  serve(secondFactor.beginPasskey, ({ user, body }) => beginPasskey(db, user, site, body))
  serve(secondFactor.addPasskey, ({ user, body }) => addPasskey(db, user, site, body))
  serve(secondFactor.renamePasskey, ({ user, params, body }) => renamePasskey(db, user, params.id, body.name))
  serve(secondFactor.removePasskey, async ({ user, params, body }) => {
    await removePasskey(db, user, params.id, body)
    return removed
  })
}
