import { history } from '@kontor/contract/history'
import { pageOrFile } from '../../kit/list/report.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { historySource, listOfRecord, listRows } from './queries.ts'

export function historyRoutes({ serve, db }: Kontor) {
  serve(history.index, ({ body, locale }) => pageOrFile(db, historySource, body, locale))
  serve(history.rows, ({ params, query }) => listRows(db, params.id, query.page))
  serve(history.ofRecord, ({ params, query }) => listOfRecord(db, params.table, params.id, query.page))
}
