import { inflateSync } from 'node:zlib'

/** A line of a cell with its position: points from the left and from the top. */
interface PdfText {
  x: number
  y: number
  text: string
}

/** The texts of a PDF by page, each as it was drawn: a line of a cell is one text. */
export function pdfTexts(file: Buffer): PdfText[][] {
  const objects = objectsOf(file)
  const at = (dict: string, key: string) =>
    objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(dict)?.[1] ?? '')
  const kids = [...objects.values()].find(({ dict }) => dict.includes('/Type /Pages'))?.dict ?? ''
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => {
    const page = objects.get(id)?.dict ?? ''
    const fonts = [...(at(page, 'Resources')?.dict ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)]
    const letters = fonts.map(([, name = '', font = '']) => {
      return [name, lettersOf(at(objects.get(font)?.dict ?? '', 'ToUnicode')?.stream ?? '')] as const
    })
    return textsOf(at(page, 'Contents')?.stream ?? '', new Map(letters))
  })
}

/** The objects by number. */
function objectsOf(file: Buffer) {
  const objects = new Map<string, { dict: string; stream: string }>()
  for (const match of file.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)(endobj|\nstream\n)/g)) {
    const [whole, id = '', dict = '', end] = match
    const start = match.index + whole.length
    const bytes = file.subarray(start, start + Number(/\/Length (\d+)/.exec(dict)?.[1] ?? 0))
    const isText = end !== 'endobj' && dict.includes('/FlateDecode') && !dict.includes('/Image')
    objects.set(id, { dict, stream: isText ? inflateSync(bytes).toString('latin1') : '' })
  }
  return objects
}

/** The characters of a font's glyphs, by number. */
const lettersOf = (map: string) =>
  [...map.matchAll(/^<\w+> <\w+> \[(.*)\]$/gm)]
    .flatMap(([, entries = '']) => [...entries.matchAll(/<([^>]*)>/g)])
    .map(([, codes = '']) =>
      codes
        .split(' ')
        .map((code) => String.fromCharCode(parseInt(code, 16)))
        .join(''),
    )

const textsOf = (stream: string, fonts: ReadonlyMap<string, readonly string[]>): PdfText[] =>
  [...stream.matchAll(/BT 1 0 0 -1 (\S+) (\S+) Tm (.*) ET/g)].map(([, x, y, shown = '']) => {
    const runs = [...shown.matchAll(/\/(F\d+) \S+ Tf <(\w*)> Tj/g)]
    const text = runs.flatMap(([, font = '', hex = '']) =>
      (hex.match(/.{4}/g) ?? []).map((glyph) => fonts.get(font)?.[parseInt(glyph, 16)] ?? ''),
    )
    return { x: Number(x), y: Number(y), text: text.join('') }
  })
