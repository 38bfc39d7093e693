import { setImmediate } from 'node:timers/promises'
import { booleanWords } from '@kontor/contract/lib/imports/columns'
import { keysOf } from '@kontor/contract/lib/lists/keys'
import {
  type Column,
  filterColumn,
  type ListDefinition,
  type ListRequest,
  optionLabel,
} from '@kontor/contract/lib/lists/list'
import { sumOf } from '@kontor/contract/lib/numbers/decimal'
import { typedFilter } from '@kontor/contract/lib/numbers/number-input'
import type { Locale, LocalizedText } from '@kontor/contract/lib/text/locales'
import { queue } from '../concurrency/queue.ts'
import { Download, PDF, XLSX } from '../http/download.ts'
import { HttpError } from '../http/http-error.ts'
import type { PdfOptions } from '../pdf/pdf.ts'
import type { WriteKind, WriteValue } from '../spreadsheets/xlsx-writer/cell-xml.ts'
import { writeSheet } from '../spreadsheets/xlsx-writer/xlsx-writer.ts'
import { chooseServer } from './choose-server.ts'
import { countMatching, listValues } from './list.ts'
import type { ListDatabase } from './replica/replica-router.ts'
import type { ListSource } from './source.ts'

/** PDFs are laid out in memory: two at a time, some wait, further ones get 429. */
const pdfs = queue({ concurrency: 2, waiting: 8, maxWaitMs: 20_000 })

/** The file that `report_data` requests: all rows that match, as PDF or .xlsx. */
export async function fileOf<Row, C extends string>(
  from: ListDatabase,
  source: ListSource<Row, C>,
  request: ListRequest,
  locale: Locale,
  summary?: SummaryOptions<C>,
): Promise<Download> {
  const read = await chooseServer(from, source)
  const { name = '', columns: chosen, format = 'pdf', ids } = request.report_data ?? {}
  const requested = [chosen, request.show_columns].find((columns) => columns?.length)
  // A source may have fewer columns than the list, depending on the caller's permissions. A PDF has no room for all
  // columns.
  const isShown = (key: C) =>
    key in source.columns && !(format === 'pdf' && source.definition.columns[key].optional)
  const all = keysOf(source.definition.columns).filter(isShown)
  const names = (requested ?? all) as C[] // validated by the contract
  const columns = names.map((key) => {
    const column = source.definition.columns[key]
    return { header: column.label[locale], kind: fileKindOf(column) }
  })
  const readers = readersOf(source, names, locale)
  const sums = summary && runningSums(summary)
  const exported = sums ? [...new Set([...names, ...sums.columns])] : names
  const rows = valuesOf(listValues(read, source, request, exported), readers, sums?.add)
  const table = { columns, locale, ...(sums && { sums: () => sums.row(names, columns, locale) }) }
  if (format === 'xlsx') {
    return new Download(writeSheet({ sheetName: name, ...table, rows }), XLSX, {
      fileName: `${name}.xlsx`,
    })
  }
  const { PDF_MAX_ROWS } = await loadPdf()
  if (!ids && (await read((db) => countMatching(db, source, request))) > PDF_MAX_ROWS) {
    // a selection has at most as many rows
    throw new HttpError('report.too_many_rows', { params: { max: PDF_MAX_ROWS } })
  }
  const subtitle = [summary?.of, inWords(source.definition, request, locale)].filter(Boolean).join(' · ')
  return pdfDownload({ title: name, ...(subtitle ? { subtitle } : {}), ...table, rows: singly(rows) })
}

/**
 * Loads pdfkit on the first PDF. fontkit's dependencies are imported one at a time, because importing them together
 * blocks the event loop for 0.1 s.
 */
async function loadPdf() {
  // @ts-expect-error: it has no types
  await import('restructure')
  await setImmediate()
  // @ts-expect-error: it has no types
  await import('unicode-properties')
  await setImmediate()
  // @ts-expect-error: it has no types
  await import('brotli/decompress.js')
  await setImmediate()
  // @ts-expect-error: it has no types
  await import('fontkit')
  await setImmediate()
  await import('pdfkit')
  await setImmediate()
  return import('../pdf/pdf.ts')
}

/** Creates a PDF in turn; the title names its file. */
export async function pdfDownload(options: PdfOptions): Promise<Download> {
  const { writePdf } = await loadPdf()
  const leave = await pdfs.enter()
  const pdf = writePdf(options)
  pdf.once('close', leave)
  return new Download(pdf, PDF, { fileName: `${options.title}.pdf` })
}

async function* valuesOf(
  portions: AsyncIterable<Record<string, unknown>[]>,
  readers: ReturnType<typeof readersOf>,
  onRow?: (row: Record<string, unknown>) => void,
): AsyncGenerator<WriteValue[][]> {
  for await (const rows of portions)
    yield rows.map((row) => {
      onRow?.(row)
      return readers.map((read) => read(row))
    })
}

async function* singly<Row>(portions: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const rows of portions) yield* rows
}

const readersOf = <Row, C extends string>(source: ListSource<Row, C>, names: readonly C[], locale: Locale) =>
  names.map((name) => {
    const { format } = source.columns[name]
    const column = source.definition.columns[name]
    return (row: Record<string, unknown>) =>
      format
        ? format(row[name] as never, locale)
        : ((optionLabel(column, row[name], locale) ?? row[name]) as WriteValue) // by the list's columns
  })

/** The filters as a sentence for the head of a document: `Naziv: mich · Aktivan: da`. */
function inWords<C extends string>(list: ListDefinition<C>, { filters }: ListRequest, locale: Locale) {
  const words = booleanWords[locale]
  return Object.entries(filters ?? {})
    .flatMap(([key, typed]) => {
      if (!typed?.trim()) return []
      const column = key === 'search' ? undefined : filterColumn(list, key)
      const word = column && optionLabel(column, typed.trim(), locale)
      const flag = column?.filter === 'flag' && (/^(1|true)$/.test(typed) ? words.yes : words.no)
      const shown = word ?? (flag || typedFilter(column?.filter ?? 'text', typed.trim(), locale))
      return column ? `${column.label[locale]}: ${shown}` : shown
    })
    .join(' · ')
}

/** What a file of a list has besides its rows: a description, and a last row of sums. */
export interface SummaryOptions<C extends string> {
  of: string
  /** Numeric columns that are added up. */
  sums: readonly C[]
  /** The flag of the rows that are included in the sums. */
  counted: C
}

/** Adds up the rows of a file while it reads them, so that the sums are those of its rows. */
function runningSums<C extends string>({ of, sums, counted }: SummaryOptions<C>) {
  const so = new Map<C, string>(sums.map((name) => [name, '0']))
  let without = 0
  return {
    columns: [...sums, counted],
    add(row: Record<string, unknown>) {
      if (row[counted] !== true) without++
      else for (const [name, sum] of so) so.set(name, sumOf([sum, String(row[name] ?? 0)]))
    },
    /**
     * The row of sums, in the columns' order. The description and the number of excluded rows are in the first text
     * column.
     */
    row(names: readonly C[], columns: readonly { kind: WriteKind }[], locale: Locale): WriteValue[] {
      const first = columns.findIndex(({ kind }) => kind === 'text')
      return names.map((name, index) => {
        const sum = so.get(name)
        if (index === first)
          return `${TOTAL[locale]} ${of}${without > 0 ? `, ${WITHOUT[locale]}: ${without}` : ''}`
        return sum && columns[index]?.kind === 'integer' ? Number(sum) : sum
      })
    },
  }
}

const WITHOUT = { cnr: 'bez neaktivnih', en: 'without inactive' } as const satisfies LocalizedText
const TOTAL = { cnr: 'Ukupno', en: 'Total' } as const satisfies LocalizedText

/** The kind of a column's cells in a file. */
export function fileKindOf({ filter, kind, money, percent, options }: Column): WriteKind {
  if (options) return 'text'
  if (money || percent) return 'decimal'
  const shown = filter ?? kind
  if (shown === 'number') return 'integer'
  if (shown === 'day') return 'date'
  return shown === 'flag' ? 'boolean' : 'text'
}
