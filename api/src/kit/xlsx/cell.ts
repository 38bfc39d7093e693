import { type NumberFormat, numberFormat } from '../sheets/number-format.ts'
import { type Cell, errorCell, textCell } from '../sheets/workbook.ts'
import { gather, plainText, RichTextHandler } from './rich-text.ts'
import { type Attributes, isTrue, type XmlHandler } from './xml.ts'

/** What the sheets of a workbook share. */
export interface Shared {
  strings: readonly string[]
  /** The format of a cell's style. */
  formatOf(style: number): NumberFormat
}

type Content = Omit<Cell, 'column'>

const GENERAL = numberFormat('General')
const ISO_DATE = numberFormat('dd.mm.yyyy')
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const UNCALCULATED: Content = { kind: 'uncalculated', value: '', shown: '', percent: false }

/** Reads what stands inside of one `<c>` after the other. */
export class CellHandler implements XmlHandler {
  #inValue = false
  #type = 'n'
  #format = GENERAL
  #formula = false
  #value: string | undefined
  #inline = ''
  readonly #shared: Shared
  readonly #richText = new RichTextHandler('is', (text) => {
    this.#inline = text
  })

  constructor(shared: Shared) {
    this.#shared = shared
  }

  get listening(): boolean {
    return this.#inValue || this.#richText.listening
  }

  begin(attributes: Attributes): void {
    this.#type = attributes.get('t') ?? 'n'
    this.#format = this.#shared.formatOf(Number(attributes.get('s') ?? 0))
    this.#formula = false
    this.#value = undefined
    this.#inline = ''
  }

  open(name: string): void {
    // Of two values the first counts.
    if (name === 'v' && this.#value === undefined) {
      this.#inValue = true
      this.#value = ''
    } else if (name === 'f') this.#formula = true
    else this.#richText.open(name)
  }

  text(text: string): void {
    if (this.#inValue) this.#value = gather(this.#value ?? '', text)
    else this.#richText.text(text)
  }

  close(name: string): void {
    if (name === 'v') this.#inValue = false
    else this.#richText.close(name)
  }

  /** The cell that has just been closed; undefined when it holds nothing. */
  end(): Content | undefined {
    const type = this.#type
    const token = (this.#value ?? '').trim()
    // A formula may well have the empty text as its result, but then it says so: t="str" with an empty <v>.
    const isEmptyText = type === 'str' && this.#value !== undefined
    if (this.#formula && token === '' && type !== 'inlineStr' && !isEmptyText) return UNCALCULATED
    if (type === 'inlineStr') return textCell(this.#inline)
    if (type === 'str') return textCell(plainText(this.#value ?? ''))
    return token === '' ? undefined : this.#typed(type, token)
  }

  #typed(type: string, token: string): Content | undefined {
    if (type === 's') {
      const text = /^\d+$/.test(token) ? this.#shared.strings[Number(token)] : undefined
      return text === undefined ? errorCell('#REF!') : textCell(text)
    }
    if (type === 'b' && /^([01]|true|false)$/.test(token)) {
      const value = isTrue(token)
      return { kind: 'boolean', value, shown: value ? 'TRUE' : 'FALSE', percent: false }
    }
    const number = type === 'd' ? isoSerial(token) : type === 'n' && NUMBER.test(token) ? Number(token) : NaN
    if (!Number.isFinite(number)) return errorCell(token)
    return (type === 'd' && !this.#format.isDate ? ISO_DATE : this.#format).read(number)
  }
}

/** Serial number of `2026-12-01T10:00:00`, which strict workbooks have for dates. */
function isoSerial(text: string): number {
  // V8 misreads fractions of a second that have many digits.
  const short = text.replace(/(\.\d{3})\d+/, '$1')
  const [, day, time = 'T00:00'] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?Z?$/.exec(short) ?? []
  return Date.parse(`${day}${time}Z`) / 86_400_000 + 25_569
}
