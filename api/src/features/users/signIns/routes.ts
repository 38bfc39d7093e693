import { signIns } from '@kontor/contract/users/signIns'
import { pageOrFile } from '../../../kit/list/report.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { listOwnSignIns, signInSource, sweepSignIns } from './queries.ts'
import { writeSignIns } from './table.ts'

export function signInRoutes({ serve, db, maintenance, beforeClosing }: Kontor) {
  serve(signIns.index, async ({ body, locale }) => {
    await writeSignIns(db)
    return pageOrFile(db, signInSource, body, locale)
  })
  serve(signIns.own, async ({ user }) => {
    await writeSignIns(db)
    return listOwnSignIns(db, user)
  })
  maintenance.every(1000, 'tries to sign in', () => writeSignIns(db))
  maintenance.every(3600_000, 'old tries to sign in', () => sweepSignIns(db))
  beforeClosing(() => writeSignIns(db, true))
}
