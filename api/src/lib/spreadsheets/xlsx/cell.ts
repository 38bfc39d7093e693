import { DAYS_UNTIL_1904, type NumberFormat, numberFormat } from '../number-format.ts'
import { booleanCell, excelSerial, isTrue, numberOf } from '../stored-value.ts'
import { type Cell, errorCell, textCell } from '../workbook.ts'
import { gather, plainText, RichTextHandler } from './rich-text.ts'
import type { Attributes, XmlHandler } from './xml.ts'

/** Data that the sheets of a workbook share. */
export interface Shared {
  strings: readonly string[]
  /** The number format of a cell style. */
  formatOf(style: number): NumberFormat
  /** Whether the workbook counts days from 1904. */
  date1904: boolean
}

type Content = Omit<Cell, 'column'>

const GENERAL = numberFormat('General')
const ISO_DATE = numberFormat('dd.mm.yyyy')
const UNCALCULATED: Content = { kind: 'uncalculated', value: '', shown: '', percent: false }

/** Reads the content of `<c>` elements. */
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
    // Only the first value counts.
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

  /** The cell that was just closed; undefined when it is empty. */
  end(): Content | undefined {
    const type = this.#type
    const token = (this.#value ?? '').trim()
    // A formula may have the empty text as its result, but then it is marked with t="str" and an empty <v>.
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
    if (type === 'b' && /^([01]|true|false)$/.test(token)) return booleanCell(isTrue(token))
    const number = type === 'd' ? excelSerial(token) : type === 'n' ? numberOf(token) : Number.NaN
    if (Number.isNaN(number)) return errorCell(token)
    if (type === 'd' && !this.#format.isDate) return ISO_DATE.read(number)
    return this.#format.read(type === 'd' && this.#shared.date1904 ? number - DAYS_UNTIL_1904 : number)
  }
}
