import { history } from '@kontor/contract/history'
import { pageOrFile } from '../../kit/list/report.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { historyFor, listOfRecord, listRows } from './queries.ts'

export function historyRoutes({ serve, db, reads }: Kontor) {
  serve(history.index, ({ user, body, locale }) =>
    pageOrFile(reads, historyFor(user, Boolean(body.report_data)), body, locale),
  )
  serve(history.rows, ({ user, params, query }) => listRows(db, user, params.id, query.page))
  serve(history.ofRecord, ({ user, params, query }) =>
    listOfRecord(db, user, params.table, params.id, query.page),
  )
}
