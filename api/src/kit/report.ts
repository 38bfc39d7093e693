import type { Column, ListRequest } from '@kontor/contract/kit/list'
import type { Locale } from '@kontor/contract/kit/locales'
import type { Kysely } from 'kysely'
import { Download, XLSX } from './download.ts'
import type { WriteValue } from './excel/cell-xml.ts'
import { writeSheet } from './excel/write.ts'
import { listValues } from './list.ts'
import type { ListSource } from './list-source.ts'
import type { Schema } from './schema.ts'

/** The file that a list call with `report_data` asks for, or undefined when it asks for rows. */
export function report<Row, C extends string>(
  db: Kysely<Schema>,
  source: ListSource<Row, C>,
  request: ListRequest,
  locale: Locale,
): Download | undefined {
  const { report_data } = request
  if (!report_data) return undefined
  const names = (report_data.columns?.length ? report_data.columns : Object.keys(source.columns)) as C[] // allow-listed
  const columns = names.map((name) => source.definition.columns[name])
  const sheet = writeSheet({
    sheetName: report_data.name,
    columns: columns.map((column) => ({ header: column.label[locale], kind: kindOf(column) })),
    rows: valuesOf(listValues(db, source, request, names), names),
    locale,
  })
  return new Download(sheet, XLSX, { fileName: `${report_data.name}.xlsx` })
}

async function* valuesOf(
  portions: AsyncIterable<Record<string, unknown>[]>,
  names: readonly string[],
): AsyncGenerator<WriteValue[]> {
  for await (const rows of portions) {
    for (const row of rows) yield names.map((name) => row[name] as WriteValue) // what the list's columns hold
  }
}

const kindOf = ({ filter, money }: Column) =>
  money
    ? 'decimal'
    : filter === 'number'
      ? 'integer'
      : filter === 'day'
        ? 'date'
        : filter === 'flag'
          ? 'boolean'
          : 'text'
