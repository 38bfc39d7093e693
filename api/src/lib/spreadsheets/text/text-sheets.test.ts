// Texts with the extension .xls, and CSV, are read into the same cells as workbooks.
import type { CodePage } from '@kontor/contract/lib/imports/questions'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../../../../test/odd-files.ts'
import { decoderOfPage } from '../code-pages.ts'
import type { ReadLimits } from '../limits.ts'
import { readWorkbook } from '../read-workbook.ts'
import type { Row } from '../workbook.ts'

async function read(content: string | Buffer, fileName = 'lista.xls', limits: Partial<ReadLimits> = {}) {
  const { sheets } = await readWorkbook(Buffer.from(content), { fileName, limits })
  const read = sheets.map(async ({ name, state, rows, merged }) => {
    const cells: string[] = []
    const hidden: number[] = []
    for await (const row of rows) {
      if (row.hidden) hidden.push(row.number)
      for (const { column, shown } of row.cells)
        cells.push(`${String.fromCharCode(65 + column)}${row.number} ${shown}`)
    }
    return { name, state, cells, hidden, merged: await merged() }
  })
  return Promise.all(read)
}
const cells = async (content: string | Buffer, fileName?: string) => (await read(content, fileName))[0]?.cells
const errorOfReading = (content: string | Buffer, limits = {}) => errorOf(read(content, 'a.xls', limits))

test('the formula ="00123" is read as text', async () => {
  const found = ['A1 00123', 'B1 =A1']
  expect(await cells('="00123";=A1')).toEqual(found)
  expect(await cells('"=""00123""";=A1')).toEqual(found)
  expect(await cells('<table><tr><td>="00123"<td>=A1</table>')).toEqual(found)
})

test('CSV and web pages are marked as texts', async () => {
  for (const content of ['a,b', '<table><tr><td>a</table>'])
    expect((await readWorkbook(Buffer.from(content), {})).sheets[0]?.isText).toBe(true)
})

test.each([
  ['CSV', 'a.csv', `a;b\n${'\n'.repeat(100_000)}`],
  ['a web page', 'a.xls', `<table>${'<tr>'.repeat(50_000)}</table>`],
  [
    'SpreadsheetML',
    'a.xls',
    `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>`,
  ],
])('reading %s rejects with the reason of its abort signal', async (_, fileName, content) => {
  const file = Buffer.from(content)
  const reason = new Error('given up')
  const signal = AbortSignal.abort(reason)
  await expect(readWorkbook(file, { fileName, signal })).rejects.toBe(reason)
  const begun = new AbortController()
  setImmediate(() => begun.abort(reason))
  await expect(readWorkbook(file, { fileName, signal: begun.signal })).rejects.toBe(reason)
})

/** Text in windows-1250. */
const windows1250 = (text: string) =>
  Buffer.from(text.replaceAll('Š', '\u008a').replaceAll('č', '\u00e8').replaceAll('ž', '\u009e'), 'latin1')

describe('CSV', () => {
  test('is read in every common encoding', async () => {
    const text = 'Šifra;Naziv\nA;Točak žuti\n'
    const expected = ['A1 Šifra', 'B1 Naziv', 'A2 A', 'B2 Točak žuti']
    expect(await cells(text)).toEqual(expected)
    expect(await cells(`\ufeff${text}`)).toEqual(expected)
    expect(await cells(windows1250(text))).toEqual(expected)
    expect(await cells(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(expected)
    expect(await cells(Buffer.from(text, 'utf16le'))).toEqual(expected)
    expect(await cells(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toEqual(expected)
  })

  test('is read in DOS code pages', () => {
    const bytes = Buffer.from([0xe6, 0x9f, 0x86, 0xa7, 0xd0, 0xac, 0xd1, 0xa6, 0x8f, 0xe7])
    expect(decoderOfPage('cp852').decode(bytes)).toBe('ŠčćžđČĐŽĆš')
  })

  test.each<[page: CodePage, ...names: string[]]>([
    ['windows-1250', 'Šifra', 'Đurđević Žarko', 'Točak 75°C – 5 €', 'ŠĆEPANOVIĆ', 'Müller & Söhne'],
    ['windows-1251', 'Жица челична', 'ШИФРА', 'Ђурђевић и син', 'X-1 „Његош“'],
    ['cp852', 'Šifra', 'Đurđević Žarko', 'Točak 75°C', 'ŠĆEPANOVIĆ', 'među'],
    ['cp852', 'Svjećice'],
    ['iso-8859-2', 'Šina čelična', 'Žica', 'šljunak', 'ŠĆEPANOVIĆ'],
    ['windows-1250', 'Cijena €'],
    ['windows-1250', 'Šina', 'Žica', 'Löbro', 'Točak', 'Ležaj', 'Dębica', 'Škoda'],
    ['windows-1250', 'među'],
    ['windows-1250', 'Ječmen', 'Brašno', 'Krčma', 'Vođstvo'],
    ['windows-1250', 'Müller'],
    ['windows-1250', 'Größe', 'Öl', 'Äpfel', 'Straße'],
    ['cp852', 'Müller'],
    ['cp852', 'Äpfel', 'Übung', 'Größe'],
  ])('in %s is decoded to its words: %s, %s', async (page, ...names) => {
    const letters = [...decoderOfPage(page).decode(Buffer.from(Array.from({ length: 256 }, (_, i) => i)))]
    const bytes = Buffer.from([...names.join('\n')].map((letter) => letters.indexOf(letter)))
    const { sheets, guess } = await readWorkbook(bytes, { fileName: 'a.csv' })
    const texts = ((sheets[0]?.rows ?? []) as Row[]).map(({ cells: [cell] }) => cell?.value)
    expect([guess?.page, guess?.isClear, texts]).toEqual([page, true, names])
  })

  /** A text in an encoding with these bytes for its letters. */
  const encoded = (encoding: string, text: string) => {
    const letters = [
      ...new TextDecoder(encoding).decode(Buffer.from(Array.from({ length: 256 }, (_, i) => i))),
    ]
    return Buffer.from([...text].map((letter) => letters.indexOf(letter)))
  }
  const cyrillic = 'Жица челична\nПлочице кочионе\nУље моторно\nФилтер уља'
  test.each<[what: string, bytes: Buffer]>([
    ['CP866', encoded('ibm866', 'Жица челична\nКочионе плочице')],
    ['CP855', Buffer.from([0xea, 0xb7, 0xa4, 0xa0, 10, 0xfb, 0xa8, 0xd0, 0xb7, 0xfb, 0xd4, 0xa0])],
    ['ISO 8859-5', encoded('iso-8859-5', cyrillic.replaceAll('љ', 'л'))],
    ['KOI8-R', encoded('koi8-r', cyrillic.replaceAll('љ', 'л'))],
    ['Cyrillic of Macintosh', encoded('x-mac-cyrillic', cyrillic)],
    ['Latin of Macintosh', Buffer.from('\xe1ina \x8beli\x8bna\n\xeeica\nle\xecaj\n\xe4ipka', 'latin1')],
    ['Western Europe', Buffer.from('Crème\nPremière\nGarçon', 'latin1')],
    ['Western Europe', Buffer.from('Smørebrød\nMüller', 'latin1')],
  ])('in an encoding that is not known (%s) is not clear', async (_, bytes) => {
    const { guess } = await readWorkbook(bytes, { fileName: 'a.csv' })
    expect(guess).toMatchObject({ isClear: false, isChosen: false })
  })

  test('that is nearly UTF-8 is decoded as UTF-8, and is not clear', async () => {
    const bytes = Buffer.from('Šina čelična\nGuma X\nŽica čelična')
    bytes[bytes.indexOf('X')] = 0xe8
    const { guess, sheets } = await readWorkbook(bytes, { fileName: 'a.csv' })
    expect(guess).toMatchObject({ page: 'utf-8', isClear: false })
    expect(guess?.readings[0]).toEqual({ encoding: 'utf-8', text: expect.stringContaining('Šina') })
    const texts = ((sheets[0]?.rows ?? []) as Row[]).map(({ cells: [cell] }) => cell?.value)
    expect(texts).toEqual(['Šina čelična', 'Guma \ufffd', 'Žica čelična'])
  })

  test.each<[what: string, text: string, expected: string[]]>([
    ['semicolons beside decimal commas', 'a;b\n1,5;2,5\n', ['A1 a', 'B1 b', 'A2 1,5', 'B2 2,5']],
    [
      'commas beside quoted semicolons',
      'a,b\n"1;2;3",2\n"4;5",3\n',
      ['A1 a', 'B1 b', 'A2 1;2;3', 'B2 2', 'A3 4;5', 'B3 3'],
    ],
    ['tabs', 'a\tb\n1,5\t2;3\n', ['A1 a', 'B1 b', 'A2 1,5', 'B2 2;3']],
    ['what the first line says', 'sep=|\r\na|b;c\r\n', ['A1 a', 'B1 b;c']],
    ['nothing', 'a\nb\n', ['A1 a', 'A2 b']],
  ])('is split at %s', async (_, text, expected) => {
    expect(await cells(text, 'lista.csv')).toEqual(expected)
  })

  test('has row numbers that count empty lines and line breaks in quotes', async () => {
    expect(await cells('sep=;\n\na;b\n\n\nx;y', 'a.csv')).toEqual(['A2 a', 'B2 b', 'A5 x', 'B5 y'])
    expect(await cells('a;b\r\n\r\n"x\r\ny";"z ""q"""\r\n;19" točak\r\n')).toEqual([
      'A1 a',
      'B1 b',
      'A3 x\r\ny',
      'B3 z "q"',
      'B4 19" točak',
    ])
  })

  test('marks multi-line cells; those with the separator are torn, because a stray quote merges rows', async () => {
    const kinds = async (text: string) => {
      const rows = (await readWorkbook(Buffer.from(text), { fileName: 'a.csv' })).sheets[0]?.rows ?? []
      const found: unknown[] = []
      for await (const row of rows)
        for (const { kind, isOnLines } of row.cells) found.push(isOnLines ? `${kind} on lines` : kind)
      return found
    }
    expect(await kinds('a;b\nx;"Guma\nzimska"\n')).toEqual(['text', 'text', 'text', 'text on lines'])
    expect(await kinds('a;b\nx;"Guma;5\ny;""Guma"\n')).toEqual(['text', 'text', 'text', 'torn'])
    expect(await kinds('a;b\nx;"Guma 15;71\ny;Guma 16";72\n')).toEqual([
      'text',
      'text',
      'text',
      'torn',
      'text',
    ])
    // Two stray quotes in one line swallow what stands between them, and the rest moves to the left.
    expect(await kinds('a;b;c\nx;"Guma 15;71,10;5 kom"\ny;Guma 16;72\n')).toEqual([
      'text',
      'text',
      'text',
      'text',
      'torn',
      'text',
      'text',
      'text',
    ])
    expect(await kinds('a;b\n"x;y";Guma\n')).toEqual(['text', 'text', 'text', 'text'])
  })

  test('is split at the separator of its header, below any titles', async () => {
    const text = 'Primjer d.o.o., Podgorica\nCjenovnik, od 1.11.2026\nŠifra;Naziv;Cijena\nX-1;Guma;12,50\n'
    const headers = ['Šifra', 'Naziv', 'Cijena']
    const fieldsIn = (texts: readonly string[]) => texts.filter((one) => headers.includes(one)).length
    const { sheets } = await readWorkbook(Buffer.from(text), { fileName: 'a.csv', fieldsIn })
    const found: string[] = []
    for await (const row of sheets[0]?.rows ?? []) found.push(row.cells.map(({ shown }) => shown).join('|'))
    expect(found.slice(2)).toEqual(['Šifra|Naziv|Cijena', 'X-1|Guma|12,50'])
  })

  test('is rejected when a quote never ends, or beyond the limits', async () => {
    expect(await errorOfReading('a;b\n"x;y\n')).toEqual({ code: 'excel.damaged' })
    expect(await errorOfReading('a;b\n1;2\n3;4\n', { rows: 1 })).toEqual({
      code: 'excel.too_many_rows',
      max: 1,
    })
    expect(await errorOfReading(`a;b\n${'\n;'.repeat(9)}`, { rowNumber: 9 })).toEqual({
      code: 'excel.too_many_rows',
      max: 9,
    })
    expect(await errorOfReading('1;'.repeat(20), { columns: 9 })).toEqual({
      code: 'excel.too_many_columns',
      max: 9,
    })
  })
})

describe('a web page', () => {
  test('is read as its tables, one below the other, without invisible content', async () => {
    const page = `<html><head><style>td{}</style><title>x</title></head><body>text
      <table><tr><th>Šifra<th>Naziv</table>
      <table><tr><td>A<td>a &amp;&nbsp;<b>b</b>\n  c<br>d<span style="display: none">no</span><script>no</script></table>`
    expect(await cells(page)).toEqual(['A1 Šifra', 'B1 Naziv', 'A2 A', 'B2 a &\u00a0b c\nd'])
    expect(await cells(windows1250(page))).toEqual(['A1 Šifra', 'B1 Naziv', 'A2 A', 'B2 a &\u00a0b c\nd'])
  })

  test('keeps columns next to spanning cells', async () => {
    const [sheet] = await read(`<table>
      <tr><td rowspan=2>a<td colspan=2>b<td>c</tr>
      <tr><td>d<td>e<td>f</tr><tr><td>g</tr></table>`)
    expect(sheet?.cells).toEqual(['A1 a', 'B1 b', 'D1 c', 'B2 d', 'C2 e', 'D2 f', 'A3 g'])
    expect(sheet?.merged).toEqual([
      { top: 1, bottom: 2, left: 0, right: 0 },
      { top: 1, bottom: 1, left: 1, right: 2 },
    ])
  })

  test('has separate rows for a table inside a cell', async () => {
    const page = '<table><tr><td>a<table><tr><td>b<td>c</table>d<td>e</table>'
    expect(await cells(page)).toEqual(['A1 ad', 'B1 e', 'A2 b', 'B2 c'])
  })

  test('marks hidden rows and omits hidden cells', async () => {
    const [sheet] = await read(`<table>
      <tr><td>a<td>b</tr><tr style='DISPLAY:none'><td>c</tr>
      <tr><td style="display:none">no<td>d</tr></table><div hidden><table><tr><td>e</table></div>`)
    expect(sheet?.cells).toEqual(['A1 a', 'B1 b', 'A2 c', 'A3 d', 'A4 e'])
    expect(sheet?.hidden).toEqual([2, 4])
  })

  test('is rejected beyond the limits', async () => {
    expect(await errorOfReading(`<table>${'<tr><td>a'.repeat(4)}</table>`, { rows: 2 })).toMatchObject({
      max: 2,
    })
    expect(await errorOfReading(`<table>${'<tr>'.repeat(4)}</table>`, { rowNumber: 3 })).toMatchObject({
      max: 3,
    })
    expect(await errorOfReading('<div>'.repeat(1001))).toEqual({ code: 'excel.too_large' })
    const wide = `<table><tr>${'<td colspan=65534 rowspan=65534>'.repeat(5000)}<td>a`
    expect(await errorOfReading(wide)).toEqual({ code: 'excel.too_many_columns', max: 200 })
  })
})

describe('SpreadsheetML 2003', () => {
  const book = (rows: string, more = '') =>
    `<?xml version="1.0" encoding="windows-1250"?><?mso-application progid="Excel.Sheet"?>
    <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
    <Styles><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style><Style ss:ID="m"><NumberFormat ss:Format="&quot;MIC-&quot;00000"/></Style></Styles>
    <Worksheet ss:Name="Cjenovnik"><Table><Column ss:Index="3" ss:Hidden="1" ss:Span="1"/>${rows}</Table>${more}</Worksheet></Workbook>`
  const cell = (type: string, text: string, more = '') =>
    `<Cell ${more}><Data ss:Type="${type}">${text}</Data></Cell>`

  test('has typed cells, number formats, indexes, comments and formatted texts', async () => {
    const xml =
      book(`<Row ss:Index="3" ss:Hidden="1">${cell('Number', '0.05', 'ss:StyleID="p"')}${cell('Number', '42', 'ss:StyleID="m"')}
      ${cell('DateTime', '2026-11-20T00:00:00.000', 'ss:Index="4"')}${cell('Boolean', '1')}${cell('Error', '#N/A')}<Cell ss:Formula="=1+1"/></Row>
      <Row>${cell('String', 'Šifra')}<Cell ss:MergeAcross="1"><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40"><B>Guma</B> <Font>205</Font></ss:Data><Comment><Data>no</Data></Comment></Cell>${cell('Number', '1,5')}</Row>`)
    const [sheet] = await read(windows1250(xml))
    expect(sheet).toEqual({
      name: 'Cjenovnik',
      state: 'visible',
      cells: [
        'A3 5.00%',
        'B3 MIC-00042',
        'D3 20.11.2026.',
        'E3 TRUE',
        'F3 #N/A',
        'G3 ',
        'A4 Šifra',
        'B4 Guma 205',
        'D4 1,5',
      ],
      hidden: [3],
      merged: [{ top: 4, bottom: 4, left: 1, right: 2 }],
    })
  })

  test('marks hidden sheets', async () => {
    const hidden = (word: string) =>
      `<x:WorksheetOptions><x:Visible>Sheet${word}</x:Visible></x:WorksheetOptions>`
    expect((await read(book('', hidden('Hidden'))))[0]?.state).toBe('hidden')
    expect((await read(book('', hidden('VeryHidden'))))[0]?.state).toBe('veryHidden')
  })

  test('is rejected when it is damaged or has a DOCTYPE', async () => {
    expect(await errorOfReading(book('<Row ss:Index="2"/><Row ss:Index="1"/>'))).toEqual({
      code: 'excel.damaged',
    })
    expect(await errorOfReading(book('<Row>'))).toEqual({ code: 'excel.damaged' })
    expect(await errorOfReading(book('').replace('<Workbook', '<!DOCTYPE a><Workbook'))).toEqual({
      code: 'excel.unsafe',
    })
  })
})
