// Answers the requests of lists: a page or all rows, or the file that `report_data` requests.
import type { ListRequest } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { chooseServer } from './choose-server.ts'
import { fileOf, type SummaryOptions } from './export.ts'
import { cachedCount, listAll, listPage, streamAll } from './list.ts'
import type { ListDatabase } from './replica/replica-router.ts'
import { type ListSource, restrictedToIds } from './source.ts'

/** Answers a list request: one page, or the file that `report_data` requests. */
export const pageOrFile = async <Row, C extends string>(
  from: ListDatabase,
  source: ListSource<Row, C>,
  request: ListRequest,
  locale: Locale,
  summary?: SummaryOptions<C>,
) => {
  if (request.report_data && !request.only_total) return fileOf(from, source, request, locale, summary)
  const read = await chooseServer(from, source)
  if (request.only_total)
    return { result: [], total_rows: await read((db) => cachedCount(db, source, request)) }
  return read((db) => listPage(db, source, request))
}

/** As {@link pageOrFile} for a picker: all records that match, or only those of `only`. */
export const pageOfPicked = <Row, C extends string>(
  from: ListDatabase,
  source: ListSource<Row, C>,
  { only, ...request }: ListRequest & { only?: number[] | undefined },
  locale: Locale,
) => pageOrFile(from, only ? restrictedToIds(source, only) : source, request, locale)

/** Answers a request for a whole list: all rows, or the file that `report_data` requests. */
export const allOrFile = async <Row, C extends string>(
  from: ListDatabase,
  source: ListSource<Row, C>,
  request: ListRequest,
  locale: Locale,
) => {
  if (request.report_data) return fileOf(from, source, request, locale)
  const read = await chooseServer(from, source)
  return read((db) => listAll(db, source, request))
}

/** As {@link allOrFile} for a list that may be long: its rows are streamed. */
export const streamOrFile = async <Row, C extends string>(
  from: ListDatabase,
  source: ListSource<Row, C>,
  request: ListRequest,
  locale: Locale,
) => (request.report_data ? fileOf(from, source, request, locale) : streamAll(from, source, request))
