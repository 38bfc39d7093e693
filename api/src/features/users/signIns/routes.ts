import { signIns } from '@kontor/contract/users/signIns'
import type { AppContext } from '../../../context.ts'
import { EVERY_HOUR } from '../../../lib/jobs/jobs.ts'
import { pageOrFile } from '../../../lib/lists/export.ts'
import { listOwnSignIns, signInSource, sweepSignIns } from './queries.ts'
import { writeSignIns } from './table.ts'

export function signInRoutes({ registerRoute, db, jobs, maintenance, beforeClosing }: AppContext) {
  registerRoute(signIns.index, async ({ body, locale }) => {
    await writeSignIns(db)
    return pageOrFile(db, signInSource, body, locale)
  })
  registerRoute(signIns.own, async ({ user }) => {
    await writeSignIns(db)
    return listOwnSignIns(db, user)
  })
  maintenance.every(1000, 'tries to sign in', () => writeSignIns(db))
  jobs.schedule('old_sign_ins', EVERY_HOUR, () => sweepSignIns(db))
  beforeClosing(() => writeSignIns(db, true))
}
