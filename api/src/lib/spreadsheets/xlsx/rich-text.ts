import { MAX_CELL_TEXT } from '../limits.ts'
import type { XmlHandler } from './xml.ts'

/** Length of an escape such as `_x0041_`. */
const ESCAPED = 7

/** Collects rich texts: `t` and `r/t` of an item (`si`, `is`), without the phonetic runs of `rPh`. */
export class RichTextHandler implements XmlHandler {
  listening = false
  #text = ''
  #phonetic = false
  readonly #item: string
  readonly #done: (text: string) => void

  constructor(item: string, done: (text: string) => void) {
    this.#item = item
    this.#done = done
  }

  open(name: string): void {
    if (name === this.#item) this.#text = ''
    else if (name === 'rPh') this.#phonetic = true
    else if (name === 't') this.listening = !this.#phonetic
  }

  text(text: string): void {
    this.#text = gather(this.#text, text)
  }

  close(name: string): void {
    if (name === 't') this.listening = false
    else if (name === 'rPh') this.#phonetic = false
    else if (name === this.#item) this.#done(plainText(this.#text))
  }
}

/** Appends a piece to a text, unless the text is longer than a cell may be. */
export const gather = (text: string, piece: string): string =>
  text.length < ESCAPED * MAX_CELL_TEXT ? text + piece : text

/** Decodes Excel's escapes of characters that XML lacks: `_x000D_`; `_x005F_` is the underscore itself. */
export function plainText(text: string): string {
  const plain = text.includes('_x')
    ? text
        .replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replaceAll(/\r\n?/g, '\n')
        .toWellFormed()
    : text
  return ownCopy(plain.length > MAX_CELL_TEXT ? plain.slice(0, MAX_CELL_TEXT + 1) : plain)
}

const scratch = Buffer.allocUnsafe(256 * 1024)

/** Copies a slice: V8 keeps the whole chunk of XML in memory for a slice of 13 or more characters. */
function ownCopy(text: string): string {
  if (text.length < 13 || text.length * 3 > scratch.length) return text
  return scratch.toString('utf8', 0, scratch.write(text, 'utf8'))
}
