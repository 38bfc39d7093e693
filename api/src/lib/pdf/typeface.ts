import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { unpackWoff } from './woff.ts'

/** Inter's subsets, one file each, the common ones first; a file is opened when a character needs it. */
const ALPHABETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese']
/** Replacements of characters in Kontor's own texts that no subset has. */
const STAND_INS: Readonly<Record<string, string>> = { '→': '›' }
const { resolve } = createRequire(import.meta.url)

/** The properties of a font that pdfkit's text functions use; its types omit them. */
interface EmbeddedFont {
  id: string
  ref: () => unknown
  /** Embeds the font into the document, if it was drawn with. */
  finalize: () => void
  encode: (text: string, features: string[]) => [hex: string[], positions: { xAdvance: number }[]]
}

interface Glyph {
  font: EmbeddedFont | undefined
  hex: string
  /** In thousandths of the type size. */
  advance: number
}

/**
 * Inter in one weight for one document: all subsets as one face, tabular figures, `?` for a character without glyph and
 * replacement. Characters are laid out one by one and cached, without kerning: pdfkit's own layout takes half a
 * millisecond per text, this a few microseconds, and measured widths are exactly those that are drawn.
 */
export class Typeface {
  readonly #doc: PDFKit.PDFDocument
  readonly #weight: 400 | 600
  readonly #fonts: EmbeddedFont[] = []
  readonly #glyphs = new Map<string, Glyph>()

  constructor(doc: PDFKit.PDFDocument, weight: 400 | 600) {
    this.#doc = doc
    this.#weight = weight
  }

  /** Width of a text in points at a type size. */
  width(text: string, size: number): number {
    let advance = 0
    for (const char of text) advance += this.#glyph(char).advance
    return (advance * size) / 1000
  }

  /** Draws a line of text on the document's page; x and the baseline are points from the left and the top. */
  draw(text: string, x: number, baseline: number, size: number): void {
    const { fonts } = this.#doc.page
    let shown = ''
    let font: EmbeddedFont | undefined
    for (const char of text) {
      const glyph = this.#glyph(char)
      if (!glyph.font) continue
      if (glyph.font !== font) {
        font = glyph.font
        fonts[font.id] ??= font.ref()
        shown += `${shown && '> Tj '}/${font.id} ${size} Tf <`
      }
      shown += glyph.hex
    }
    // pdfkit mirrors the page to count from the top; the text is mirrored back.
    if (shown) this.#doc.addContent(`BT 1 0 0 -1 ${x.toFixed(2)} ${baseline.toFixed(2)} Tm ${shown}> Tj ET`)
  }

  /** Embeds its fonts one after the other: each takes some 10 ms, which pdfkit would spend in one go at the end. */
  *embedded(): Generator<void> {
    for (const font of this.#fonts) if (font) yield font.finalize()
  }

  #glyph(char: string): Glyph {
    const known = this.#glyphs.get(char)
    if (known) return known
    const glyph = this.#findGlyph(char)
    this.#glyphs.set(char, glyph)
    return glyph
  }

  #findGlyph(char: string): Glyph {
    for (let i = 0; i < ALPHABETS.length; i++) {
      const glyph = encode(this.#font(i), char)
      if (glyph) return glyph
    }
    const other = STAND_INS[char]
    if (other) return this.#glyph(other)
    // Joiners, variation selectors and stray accents are invisible without a glyph.
    return /[\p{Cf}\p{M}]/u.test(char) ? { font: undefined, hex: '', advance: 0 } : this.#glyph('?')
  }

  #font(index: number): EmbeddedFont {
    const known = this.#fonts[index]
    if (known) return known
    this.#doc.font(inter(ALPHABETS[index] ?? '', this.#weight))
    const font = (this.#doc as unknown as { _font: EmbeddedFont })._font // the font that was just set
    this.#fonts[index] = font
    return font
  }
}

const unpacked = new Map<string, Buffer>()

/** One of Inter's files, unpacked once. */
function inter(alphabet: string, weight: number): Buffer {
  const name = `inter-${alphabet}-${weight}-normal.woff`
  const font = unpacked.get(name) ?? unpackWoff(readFileSync(resolve(`@fontsource/inter/files/${name}`)))
  unpacked.set(name, font)
  return font
}

/** A character's glyph, or undefined when the font has none. */
function encode(font: EmbeddedFont, char: string): Glyph | undefined {
  const [codes, positions] = font.encode(char, /\d/.test(char) ? ['tnum'] : [])
  if (codes.length === 0 || codes.includes('0000')) return undefined
  return { font, hex: codes.join(''), advance: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
}
