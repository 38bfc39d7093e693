import { booleanWords, type SheetColumn, type SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { writeSheet } from './xlsx-writer.ts'

interface TemplateOptions {
  sheetName: string
  layout: SheetColumns
  locale: Locale
}

/** An empty sheet of a layout to fill in; a second sheet describes its columns. */
export function writeTemplate({ sheetName, layout, locale }: TemplateOptions) {
  const columns = Object.values(layout)
  const described = Object.entries(layout).map(([field, column]) => [
    `${column.header[locale]}:`,
    describe(field, column, locale),
  ])
  const words = texts[locale]
  return writeSheet({
    sheetName,
    columns: columns.map(({ header, kind, width }) => ({
      header: header[locale],
      kind,
      ...(width && { width }),
    })),
    rows: [],
    locale,
    notes: {
      sheetName: words.sheet,
      columns: [
        { header: words.column, kind: 'text' },
        { header: words.takes, kind: 'text', width: 90 },
      ],
      rows: described,
    },
  })
}

/** Describes the accepted values of a column in a sentence or two. */
function describe(field: string, column: SheetColumn, locale: Locale): string {
  const words = texts[locale]
  const { kind, options, refers, percent } = column
  const description = options
    ? words.one_of(options.map(({ label }) => label[locale]).join(', '))
    : refers
      ? words.refers[refers]
      : percent
        ? words[percent === 'only' ? 'share' : 'percent']
        : words[kind](booleanWords[locale])
  const { yes, no } = booleanWords[locale]
  const empty = kind === 'boolean' ? words.empty(field === 'is_active' ? yes : no) : ''
  const must = column.required ? words.names : column.filled ? words.filled : empty
  return [description, must].filter(Boolean).join(' ')
}

const texts = {
  cnr: {
    sheet: 'Uputstvo',
    column: 'Polje',
    takes: 'Šta se upisuje',
    names: 'Obavezno: po ovome se zapis prepoznaje.',
    filled: 'Obavezno za nove zapise.',
    text: () => 'Tekst.',
    decimal: () => 'Broj, npr. 12,50.',
    integer: () => 'Cio broj.',
    day: () => 'Datum, npr. 21.11.2026.',
    boolean: ({ yes, no }: { yes: string; no: string }) => `${yes} ili ${no}.`,
    empty: (word: string) => `Prazno kod novog zapisa znači ${word}.`,
    share: 'Procenat, npr. 21 ili 21%.',
    percent: 'Iznos, ili procenat sa znakom, npr. 5%.',
    refers: {
      name: 'Naziv postojećeg aktivnog zapisa.',
      number: 'Šifra ili tačan naziv postojećeg aktivnog zapisa; šifra ako više zapisa ima isti naziv.',
    },
    one_of: (options: string) => `Jedno od: ${options}.`,
  },
  en: {
    sheet: 'Notes',
    column: 'Field',
    takes: 'What to enter',
    names: 'Required: it identifies the record.',
    filled: 'Required for new records.',
    text: () => 'Text.',
    decimal: () => 'A number, e.g. 12.50.',
    integer: () => 'A whole number.',
    day: () => 'A date, e.g. 21/11/2026.',
    boolean: ({ yes, no }: { yes: string; no: string }) => `${yes} or ${no}.`,
    empty: (word: string) => `Empty in a new record means ${word}.`,
    share: 'A percentage, e.g. 21 or 21%.',
    percent: 'An amount, or a percentage with its sign, e.g. 5%.',
    refers: {
      name: 'The name of an existing active record.',
      number: 'The code or exact name of an existing active record; the code if several share the name.',
    },
    one_of: (options: string) => `One of: ${options}.`,
  },
} as const
