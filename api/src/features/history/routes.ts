import { history } from '@kontor/contract/history'
import type { AppContext } from '../../context.ts'
import { pageOrFile } from '../../lib/lists/respond.ts'
import { historyFor, listOfRecord, listRows } from './queries.ts'

export function historyRoutes({ registerRoute, db, reads }: AppContext) {
  registerRoute(history.index, ({ user, body, locale }) =>
    pageOrFile(reads, historyFor(user, Boolean(body.report_data)), body, locale),
  )
  registerRoute(history.rows, ({ user, params, query }) => listRows(db, user, params.id, query.page))
  registerRoute(history.ofRecord, ({ user, params, query }) =>
    listOfRecord(db, user, params.table, params.id, query.page),
  )
}
