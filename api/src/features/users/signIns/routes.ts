import { signIns } from '@kontor/contract/users/signIns'
import type { AppContext } from '../../../context.ts'
import { pageOrFile } from '../../../lib/lists/export.ts'
import { listOwnSignIns, signInSource, sweepSignIns } from './queries.ts'
import { writeSignIns } from './table.ts'

export function signInRoutes({ registerRoute, db, maintenance, beforeClosing }: AppContext) {
  registerRoute(signIns.index, async ({ body, locale }) => {
    await writeSignIns(db)
    return pageOrFile(db, signInSource, body, locale)
  })
  registerRoute(signIns.own, async ({ user }) => {
    await writeSignIns(db)
    return listOwnSignIns(db, user)
  })
  maintenance.every(1000, 'tries to sign in', () => writeSignIns(db))
  maintenance.every(3600_000, 'old tries to sign in', () => sweepSignIns(db))
  beforeClosing(() => writeSignIns(db, true))
}
