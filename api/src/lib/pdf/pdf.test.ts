import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pdfTexts } from '../../../test/pdf-texts.ts'
import { PDF_MAX_ROWS, type PdfOptions, writePdf } from './pdf.ts'

const columns: PdfOptions['columns'] = [
  { header: 'ID', kind: 'integer' },
  { header: 'Naziv', kind: 'text' },
  { header: 'Cijena', kind: 'decimal' },
]

/** Rows up to a number, or without end; records how many were read and whether they were closed. */
function source(count = Number.POSITIVE_INFINITY, name = (i: number) => `Čaša ${i}`) {
  const state = { given: 0, closed: false }
  async function* rows() {
    try {
      while (state.given < count) yield [++state.given, name(state.given), '1.5']
    } finally {
      state.closed = true
    }
  }
  return { state, rows: rows() }
}

const pdf = (rows: PdfOptions['rows'], more: Partial<PdfOptions> = {}) =>
  writePdf({ title: 'Proizvodi', columns, rows, locale: 'cnr', ...more })

const pagesOf = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\b/g)?.length

/** All decompressed streams of the file as one text. */
function inside(file: Buffer): string {
  const latin1 = file.toString('latin1')
  const starts = [...latin1.matchAll(/\/FlateDecode\n>>\nstream\n/g)].map(
    ({ index, 0: { length } }) => index + length,
  )
  return starts.map((start) => inflateSync(file.subarray(start)).toString('latin1')).join('\n')
}

describe('the stream fails', () => {
  test('with too many rows, which are closed', async () => {
    const { state, rows } = source()
    await expect(buffer(pdf(rows))).rejects.toThrow('report.too_many_rows')
    expect(state).toEqual({ given: PDF_MAX_ROWS + 1, closed: true })
  })

  test('with too much text', async () => {
    const long = 'ж'.repeat(5000)
    await expect(buffer(pdf(source(PDF_MAX_ROWS, () => long).rows))).rejects.toThrow('report.too_much_text')
  })

  test('with the error of the rows', async () => {
    async function* rows(): AsyncGenerator<unknown[]> {
      yield [1]
      throw new Error('the database is gone')
    }
    await expect(buffer(pdf(rows()))).rejects.toThrow('the database is gone')
  })
})

test('the rows are closed when the stream is destroyed while they are read', async () => {
  const { state, rows } = source()
  const stream = pdf(rows)
  stream.read()
  while (state.given < 10) await new Promise(setImmediate)
  stream.destroy()
  await once(stream, 'close')
  expect(state.closed).toBe(true)
  expect(state.given).toBeLessThan(PDF_MAX_ROWS)
})

test('pages are drawn only when they are read', async () => {
  const { length } = await buffer(pdf(source(5000).rows))
  const stream = pdf(source(5000).rows)
  await once(stream, 'readable')
  for (let i = 0; i < 500; i++) await new Promise(setImmediate)
  expect(stream.readableLength).toBeLessThan(length / 2)
  stream.destroy()
  await once(stream, 'close')
})

describe('a document', () => {
  test('is complete, with the stated number of pages', async () => {
    const file = await buffer(pdf(source(200).rows))
    expect(file.toString('latin1', 0, 8)).toBe('%PDF-1.7')
    expect(file.toString('latin1').trimEnd()).toMatch(/%%EOF$/)
    expect(pagesOf(file)).toBe(6)
    expect(file.toString('latin1')).toContain('/Count 6')
  })

  test('has a page without rows', async () => {
    expect(pagesOf(await buffer(pdf(source(0).rows)))).toBe(1)
  })

  test('is landscape for more than five columns', async () => {
    const box = async (count: number) => {
      const wide = Array.from({ length: count }, () => ({ header: 'Šifra', kind: 'text' }) as const)
      const file = await buffer(pdf(source(3).rows, { columns: wide }))
      return /\/MediaBox \[(.*?)\]/.exec(file.toString('latin1'))?.[1]
    }
    expect(await box(5)).toBe('0 0 595.28 841.89')
    expect(await box(6)).toBe('0 0 841.89 595.28')
    expect(await box(60)).toBe('0 0 841.89 595.28')
  })

  test('has searchable text in both scripts, and a question mark for characters without a glyph', async () => {
    const text = inside(await buffer(pdf(source(1, () => 'čћ 😀\u200d\ud800').rows)))
    expect(text).toContain('<010d>')
    expect(text).toContain('<045b>')
    expect(text).toContain('<003f>')
  })

  test('replaces the arrow of the history, which the font lacks', async () => {
    const texts = pdfTexts(await buffer(pdf(source(1, () => '1,00 € → 2,00 €').rows))).flat()
    expect(texts.map(({ text }) => text)).toContain('1,00 € › 2,00 €')
  })

  test('is written in time slices', async () => {
    let turns = 0
    const stream = pdf(source(500).rows).on('data', () => {})
    const count = () => {
      turns++
      if (!stream.readableEnded) setImmediate(count)
    }
    setImmediate(count)
    await once(stream, 'end')
    expect(turns).toBeGreaterThan(10)
  })
})

describe('a table of many columns', () => {
  const kinds = ['text', 'text', 'decimal', 'date'] as const
  const values = (row: number, column: number) =>
    [`DUN-${8000 + row}/${column}`, `Šljivar ćošak ${row}`, `${123456 + row}.5`, '2026-11-21T07:12:00Z'][
      column % 4
    ]
  const printed = async (count: number, locale: 'cnr' | 'en' = 'cnr') => {
    async function* rows() {
      for (let row = 0; row < 60; row++) yield Array.from({ length: count }, (_, i) => values(row, i))
    }
    const wide = Array.from({ length: count }, (_, i) => {
      return { header: `Kolona-${i}`, kind: kinds[i % 4] ?? 'text' }
    })
    return pdfTexts(await buffer(pdf(rows(), { columns: wide, locale })))
  }

  test.each([18, 35])('breaks no code, amount or date of %i, and shows every column', async (count) => {
    const pages = await printed(count)
    const seen = new Set(pages.flat().map(({ text }) => text))
    for (let i = 0; i < count; i++) {
      expect(seen).toContain(`Kolona-${i}`)
      if (i % 4 === 0) for (const row of [0, 31, 59]) expect(seen).toContain(`DUN-${8000 + row}/${i}`)
    }
    expect(seen).toContain('123.456,50')
    expect(seen).toContain('21.11.2026. 08:12')
  })

  test('continues on further sheets with rows of the same height, each beginning with the key column', async () => {
    const pages = await printed(35)
    const first = pages.filter((page) => page.some(({ text }) => text === 'DUN-8000/0'))
    expect(first.length).toBeGreaterThan(1)
    const heights = first.map((page) => page.find(({ text }) => text === 'DUN-8000/0'))
    for (const { x, y } of heights.flatMap((text) => text ?? []))
      expect({ x, y }).toEqual({ x: heights[0]?.x, y: heights[0]?.y })
    const foot = first.map((page) => page.at(-1)?.text)
    expect(foot[0]).toMatch(/^Kolone 1–\d+ od 35 {2}· {2}Strana 1\/\d+$/)
    expect((await printed(35, 'en')).at(-1)?.at(-1)?.text).toMatch(/^Columns \d+–35 of 35 {2}· {2}Page /)
    expect((await printed(6)).at(-1)?.at(-1)?.text).toMatch(/^Strana /)
  })
})

describe('a long text', () => {
  const words = Array.from({ length: 4000 }, (_, i) => `riječ${i}`)

  test("is complete over several pages, each with the row's key", async () => {
    const pages = pdfTexts(await buffer(pdf(source(2, () => words.join(' ')).rows)))
    const name = Math.min(...pages.flat().flatMap(({ x, text }) => (text.startsWith('riječ0 ') ? x : [])))
    const seen = pages.flatMap((page) => page.filter(({ x }) => Math.abs(x - name) < 1))
    const text = seen.map((line) => line.text).filter((line) => line.startsWith('riječ'))
    expect(text.join(' ')).toBe([...words, ...words].join(' '))
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(page.some((line) => /^[12]$/.test(line.text))).toBe(true)
  })

  test('without a blank is broken at the end of a line', async () => {
    const long = 'x'.repeat(3000)
    const texts = pdfTexts(await buffer(pdf(source(1, () => long).rows))).flat()
    expect(texts.map(({ text }) => /^x+$/.exec(text)?.[0] ?? '').join('')).toBe(long)
  })

  test('is complete as the heading of rows', async () => {
    async function* rows() {
      yield [words.slice(0, 60).join(' ')]
      yield [1, 'Čaša', '1.5']
    }
    const texts = pdfTexts(await buffer(pdf(rows()))).flat()
    const heading = texts.map(({ text }) => text).filter((text) => text.startsWith('riječ'))
    expect(heading.join(' ')).toBe(words.slice(0, 60).join(' '))
  })
})
