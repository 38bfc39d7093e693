import { session } from '@kontor/contract/session'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { endOtherSessions, endSession, listSessions, writeLastUse } from './queries.ts'

const ended = { message: 'session.ended' }

export function openSessionRoutes({ serve, db, maintenance }: Kontor) {
  serve(session.sessions, ({ user }) => listSessions(db, user))
  serve(session.endSession, async ({ user, params }) => {
    await endSession(db, user, params.id)
    return ended
  })
  serve(session.endOtherSessions, async ({ user }) => {
    await endOtherSessions(db, user)
    return ended
  })
  maintenance.every(60_000, 'last use of sessions', () => writeLastUse(db))
}
