import { session } from '@kontor/contract/session'
import type { AppContext } from '../../../context.ts'
import { endOtherSessions, endSession, listSessions, writeLastUse } from './queries.ts'

const ended = { message: 'session.ended' }

export function openSessionRoutes({ registerRoute, db, maintenance }: AppContext) {
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
