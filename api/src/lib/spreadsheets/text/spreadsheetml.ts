import { decoded, decoderOf } from '../encoding.ts'
import { Budget, MAX_CELL_TEXT, type ReadLimits } from '../limits.ts'
import { type NumberFormat, numberFormat } from '../number-format.ts'
import { damagedFileError, SheetError } from '../sheet-error.ts'
import { booleanCell, excelSerial, isTrue, numberOf } from '../stored-value.ts'
import {
  type Cell,
  errorCell,
  type MergedRange,
  type Row,
  type Sheet,
  textCell,
  type Workbook,
} from '../workbook.ts'
import { gather } from '../xlsx/rich-text.ts'
import { type Attributes, type XmlHandler, XmlReader } from '../xlsx/xml.ts'

/** The namespaces of spreadsheets, Excel's extensions and formatted texts. */
const NAMESPACES = new Set([
  'urn:schemas-microsoft-com:office:spreadsheet',
  'urn:schemas-microsoft-com:office:excel',
  'http://www.w3.org/TR/REC-html40',
])

/** Reads SpreadsheetML, the XML of Excel 2003. Throws SheetError, or the signal's reason. */
export async function readSpreadsheetMl(
  file: Buffer,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<Workbook> {
  const handler = new SpreadsheetMlHandler(limits)
  const xml = new XmlReader(handler, NAMESPACES, limits)
  try {
    for await (const text of decoded(file, decoderOf(file), signal)) xml.push(text)
    xml.end()
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw error instanceof SheetError ? error : damagedFileError(String(error), error)
  }
  return { sheets: handler.sheets }
}

const DATE = 'dd.mm.yyyy'
/** Format codes of the named formats; a currency is that of the reader's country. */
const NAMED: Readonly<Record<string, string>> = {
  Fixed: '0.00',
  Standard: '0.00',
  Percent: '0.00%',
  'Euro Currency': '0.00 "€"',
  'General Date': DATE,
  'Long Date': DATE,
  'Medium Date': DATE,
  'Short Date': DATE,
  'Long Time': 'hh:mm',
  'Medium Time': 'hh:mm',
  'Short Time': 'hh:mm',
}
const PLAIN = /^(General Number|Currency|Scientific|Yes\/No|True\/False|On\/Off)$/
const isoDate = numberFormat(DATE)

/** A sheet while it is read. */
type Opened = Sheet & { rows: Row[]; ranges: MergedRange[]; budget: Budget }

/** The open cell; `text` is the content of its `Data`. */
interface Opening {
  column: number
  format: NumberFormat
  formula: boolean
  type: string
  text: string | undefined
}

/** Converts the tags of SpreadsheetML to sheets. */
class SpreadsheetMlHandler implements XmlHandler {
  readonly sheets: Opened[] = []
  listening = false
  readonly #formats = new Map<string, NumberFormat>()
  #style = ''
  #row: Row = { number: 0, hidden: false, cells: [] }
  /** The last row and column in use, including spans. */
  #lastRow = 0
  #lastColumn = -1
  #cell: Opening | undefined
  #inComment = false
  #visible = ''
  readonly #limits: ReadLimits

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  open(name: string, attributes: Attributes): void {
    this.#openers[name]?.((local) => attributeOf(attributes, local))
  }

  text(text: string): void {
    if (!this.#cell) this.#visible = gather(this.#visible, text)
    else this.#cell.text = gather(this.#cell.text ?? '', text)
  }

  close(name: string): void {
    this.#closers[name]?.()
  }

  readonly #openers: Readonly<Record<string, (read: (name: string) => string | undefined) => void>> = {
    Style: (read) => {
      this.#style = read('ID') ?? ''
    },
    NumberFormat: (read) => {
      const code = read('Format') ?? ''
      if (this.#formats.size >= this.#limits.styles) throw new SheetError('excel.too_large')
      this.#formats.set(this.#style, numberFormat(PLAIN.test(code) ? 'General' : (NAMED[code] ?? code)))
    },
    Worksheet: (read) => {
      if (this.sheets.length >= this.#limits.sheets) throw new SheetError('excel.too_large')
      const ranges: MergedRange[] = []
      const contents = { rows: [], ranges, budget: new Budget(this.#limits), merged: async () => ranges }
      this.sheets.push({ name: read('Name') ?? '', state: 'visible', ...contents })
      this.#lastRow = 0
    },
    Visible: () => {
      this.#visible = ''
      this.listening = true
    },
    Row: (read) => {
      const number = countOf(read('Index'), this.#lastRow + 1)
      if (number <= this.#lastRow || number > this.#limits.rowNumber) throw damagedFileError(`row ${number}`)
      const hidden = isTrue(read('Hidden')) || Number(read('Height')) === 0
      this.#row = { number, hidden, cells: [] }
      this.#lastRow = number + countOf(read('Span'), 0)
      this.#lastColumn = -1
    },
    Cell: (read) => {
      const column = countOf(read('Index'), this.#lastColumn + 2) - 1
      if (column <= this.#lastColumn) throw damagedFileError(`column ${column}`)
      const across = countOf(read('MergeAcross'), 0)
      const down = countOf(read('MergeDown'), 0)
      this.#lastColumn = column + across
      this.#merge(column, across, down)
      const format = this.#formats.get(read('StyleID') ?? 'Default') ?? isoGeneral
      this.#cell = { column, format, formula: read('Formula') !== undefined, type: '', text: undefined }
    },
    Comment: () => {
      this.#inComment = true
    },
    Data: (read) => {
      if (!this.#cell || this.#inComment) return
      this.#cell.type = read('Type') ?? 'String'
      this.#cell.text = ''
      this.listening = true
    },
  }

  readonly #closers: Readonly<Record<string, () => void>> = {
    Visible: () => {
      this.listening = false
      const state = /^Sheet(VeryH|H)idden$/.exec(this.#visible.trim())?.[1]
      if (state) this.#sheet.state = state === 'H' ? 'hidden' : 'veryHidden'
    },
    Comment: () => {
      this.#inComment = false
    },
    Data: () => {
      if (!this.#inComment) this.listening = false
    },
    Cell: () => {
      const content = this.#cell && contentOf(this.#cell)
      if (content) {
        const cell = { column: this.#cell?.column ?? 0, ...content }
        this.#sheet.budget.cell(cell)
        this.#row.cells.push(cell)
      }
      this.#cell = undefined
    },
    Row: () => {
      if (this.#row.cells.length === 0) return
      this.#sheet.budget.row()
      this.#sheet.rows.push(this.#row)
    },
  }

  get #sheet(): Opened {
    const sheet = this.sheets.at(-1)
    if (!sheet) throw damagedFileError('a cell outside of a sheet')
    return sheet
  }

  #merge(left: number, across: number, down: number) {
    if (across === 0 && down === 0) return
    this.#sheet.budget.merged()
    const { number: top } = this.#row
    this.#sheet.ranges.push({ top, bottom: top + down, left, right: left + across })
  }
}

const isoGeneral = numberFormat('General')

/** The value of `ss:Index`, with any prefix. */
function attributeOf(attributes: Attributes, local: string): string | undefined {
  const usual = attributes.get(`ss:${local}`)
  return usual ?? [...attributes].find(([name]) => name.split(':').at(-1) === local)?.[1]
}

/** A count or an index from 1; `otherwise` when the attribute is absent. */
function countOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^\d{1,7}$/.test(text)) throw damagedFileError(`a place ${text}`)
  return Number(text)
}

function contentOf({ type, text, format, formula }: Opening): Omit<Cell, 'column'> | undefined {
  if (text === undefined) {
    return formula ? { kind: 'uncalculated', value: '', shown: '', percent: false } : undefined
  }
  const token = text.trim()
  if (type === 'String') return textCell(text.slice(0, MAX_CELL_TEXT + 1))
  if (token === '') return undefined
  if (type === 'Boolean' && /^[01]$/.test(token)) return booleanCell(isTrue(token))
  const number = type === 'Number' ? numberOf(token) : type === 'DateTime' ? excelSerial(token) : Number.NaN
  if (Number.isNaN(number)) return errorCell(token)
  return (type === 'DateTime' && !format.isDate ? isoDate : format).read(number)
}
