// Valid but unusual workbooks, each of which some reader has read wrongly.
import { describe, expect, test } from 'vitest'
import { errorOf, makeXlsx, type Parts } from '../../../../test/odd-files.ts'
import type { ReadLimits } from '../limits.ts'
import { readWorkbook } from '../read-workbook.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

const relations = (...list: [type: string, target: string][]) =>
  `<Relationships xmlns="${PACKAGE}">${list.map(([type, target]) => `<Relationship Id="${type}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`
const sst = (items: string, more = ''): Parts => ({
  'xl/_rels/workbook.xml.rels': relations(
    ['rId1', 'worksheets/sheet1.xml'],
    ['sharedStrings', 'texts.xml'],
  ).replace(`${OFFICE}/rId1`, `${OFFICE}/worksheet`),
  'xl/texts.xml': `<sst xmlns="${MAIN}" ${more}>${items}</sst>`,
})
const shared = (...places: (number | string)[]) =>
  `<row>${places.map((place) => `<c t="s"><v>${place}</v></c>`).join('')}</row>`

async function read(rows: string, parts: Parts = {}, limits: Partial<ReadLimits> = {}) {
  const cells: string[] = []
  for (const sheet of (await readWorkbook(await makeXlsx(rows, parts), { limits })).sheets)
    for await (const row of sheet.rows)
      for (const { column, kind, shown } of row.cells)
        cells.push(`${String.fromCharCode(65 + column)}${row.number} ${kind} ${shown}`)
  return cells
}
const errorOfReading = (rows: string, parts?: Parts, limits?: Partial<ReadLimits>) =>
  errorOf(read(rows, parts, limits))
const damaged = { code: 'excel.damaged' }
const tooLarge = { code: 'excel.too_large' }

describe('shared strings', () => {
  test('keep their indexes next to empty ones, in every notation', async () => {
    const items = '<si/><si></si><si><t/></si><si ><t>four</t></si ><si/><si><t>six</t></si>'
    expect(await read(shared(0, 1, 2, 3, 4, 5), sst(items))).toEqual(['D1 text four', 'F1 text six'])
  })

  test('consist of all their runs, without phonetic ones', async () => {
    const run = '<r><rPr><b/></rPr><t>205</t></r><r><t xml:space="preserve"> R16</t></r>'
    const items = `<si><t>Guma </t>${run}<rPh sb="0" eb="1"><t>ga</t></rPh><phoneticPr fontId="1"/></si>`
    expect(await read(shared(0), sst(items))).toEqual(['A1 text Guma 205 R16'])
  })

  test('may contain references, escapes, CDATA and comments', async () => {
    const items =
      '<si><t>&#128540;&#x1F61C; &lt;b&gt; a_x0041__x005F_x0042_</t></si><si><t><![CDATA[<&>]]><!-- no --> end</t></si>'
    expect(await read(shared(0, 1), sst(items))).toEqual(['A1 text 😜😜 <b> aA_x0042_', 'B1 text <&> end'])
  })

  test('are found by index, whatever the declared count', async () => {
    const items = '<si><t>a</t></si><si><t>b</t></si>'
    for (const counts of ['count="9" uniqueCount="9"', 'count="0" uniqueCount="0"'])
      expect(await read(shared(1, 0), sst(items, counts))).toEqual(['A1 text b', 'B1 text a'])
  })

  test('that are missing are errors, never other texts', async () => {
    const cells = ['A1 error #REF!', 'B1 error #REF!', 'C1 error #REF!']
    expect(await read(shared(1, -1, '0x0'), sst('<si><t>a</t></si>'))).toEqual(cells)
  })

  test('and other elements may have any prefix; elements of foreign namespaces are ignored', async () => {
    const items = '<si><t>a</t><o:t xmlns:o="urn:o">no</o:t></si>'
    const parts = sst(items)
    parts['xl/texts.xml'] = String(parts['xl/texts.xml'])
      .replaceAll(/<(\/?)(sst|si|t)\b/g, '<$1q:$2')
      .replace('xmlns=', 'xmlns:q=')
    expect(await read(shared(0), parts)).toEqual(['A1 text a'])
  })
})

describe('cells', () => {
  test('have their declared type', async () => {
    const rows = `<row r="3"><c r="B3" t="b"><v>1</v></c><c r="C3" t="e"><v>#N/A</v></c>
      <c r="D3" t="d"><v>2026-12-01T12:00:00.00000020954757600</v></c><c t="str"><f>x</f><v></v></c>
      <c t="str"><f>x</f></c><c><f>x</f></c><c><f>1+1</f><v>2</v></c><c><v>1,5</v></c><c><v> 12.50 </v></c>
      <c><v>0x10</v></c><c t="str"><v>  </v></c><c r="AA3" t="inlineStr"><is><t>in</t><r><t>line</t></r></is></c></row>`
    expect(await read(rows)).toEqual([
      'B3 boolean TRUE',
      'C3 error #N/A',
      'D3 date 01.12.2026. 12:00',
      'F3 uncalculated ',
      'G3 uncalculated ',
      'H3 number 2',
      'I3 error 1,5',
      'J3 number 12.5',
      'K3 error 0x10',
      '[3 text inline',
    ])
  })

  test('of a workbook of the 1904 system have the dates that Excel shows', async () => {
    const parts = {
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="1"/>
        <sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(
        ['rId1', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ).replace(`${OFFICE}/rId1`, `${OFFICE}/worksheet`),
      'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    }
    const rows = `<row><c t="d" s="1"><v>2026-11-21</v></c><c t="d"><v>2026-11-21T10:30</v></c>
      <c s="1"><v>44885</v></c></row>`
    expect(await read(rows, parts)).toEqual([
      'A1 date 21.11.2026.',
      'B1 date 21.11.2026. 10:30',
      'C1 date 21.11.2026.',
    ])
  })

  test('may each be in a row element of their own', async () => {
    const rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1"><c r="C1"><v>2</v></c></row>'
    const more = '<row r="2"/><row r="2"><c r="A2"><v>3</v></c></row><row r="2"><c r="B2"><v>4</v></c></row>'
    const read1 = ['A1 number 1', 'C1 number 2', 'A2 number 3', 'B2 number 4']
    expect(await read(rows + more, {}, { rows: 2 })).toEqual(read1)
  })

  test('that are repeated, out of order or in another row are rejected', async () => {
    const cell = (name: string) => `<c r="${name}"><v>1</v></c>`
    expect(await errorOfReading(`<row r="1">${cell('A1')}${cell('A1')}</row>`)).toEqual(damaged)
    expect(await errorOfReading(`<row r="1">${cell('B1')}${cell('A1')}</row>`)).toEqual(damaged)
    expect(await errorOfReading(`<row r="1">${cell('A2')}</row>`)).toEqual(damaged)
    expect(await errorOfReading(`<row r="1">${cell('A99999999999')}</row>`)).toEqual(damaged)
    expect(await errorOfReading(`<row r="1">${cell('B1')}</row><row r="1">${cell('A1')}</row>`)).toEqual(
      damaged,
    )
    expect(await errorOfReading(`<row r="1">${cell('A1')}</row><row r="1"><c/></row>`)).toEqual(damaged)
    expect(await errorOfReading('<row r="2"/><row r="1"/>')).toEqual(damaged)
    expect(await errorOfReading('<row r="0"/>')).toEqual(damaged)
    expect(await errorOfReading('<c><v>1</v></c>')).toEqual(damaged)
    expect(await errorOfReading('<row><c><c><v>1</v></c></c></row>')).toEqual(damaged)
    expect(await errorOfReading('<row><row/></row>')).toEqual(damaged)
  })

  test('without content cost nothing', async () => {
    const empty = Array.from({ length: 50_000 }, (_, i) => `<row r="${i + 2}"><c s="1"/></row>`).join('')
    const rows = `<row r="1"><c r="A1"><v>1</v></c></row>${empty}<row r="200000"><c r="B200000"><v>3</v></c></row>`
    expect(await read(rows, {}, { rows: 1, cells: 2 })).toEqual(['A1 number 1', 'B200000 number 3'])
  })
})

describe('parts', () => {
  test('are found by any URI that leads to them', async () => {
    for (const target of [
      '/xl/worksheets/sheet1.xml',
      '../xl/./worksheets/sheet1.xml',
      'worksheets\\Sheet1.xml',
      'worksheets/%73heet1.xml',
    ]) {
      const parts = {
        'xl/_rels/workbook.xml.rels': relations(['worksheet', target]).replace('Id="worksheet"', 'Id="rId1"'),
      }
      expect(await read('<row><c><v>5</v></c></row>', parts)).toEqual(['A1 number 5'])
    }
  })

  test('may be UTF-16, of strict workbooks, and have foreign elements', async () => {
    const sheet =
      '<?xml version="1.0" encoding="UTF-16"?><x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row><x:c><x:v>5</x:v></x:c><c xmlns="urn:other"><v>6</v></c></x:row></x:sheetData></x:worksheet>'
    for (const wide of [
      Buffer.from(`\ufeff${sheet}`, 'utf16le'),
      Buffer.from(`\ufeff${sheet}`, 'utf16le').swap16(),
    ])
      expect(await read('', { 'xl/worksheets/sheet1.xml': wide })).toEqual(['A1 number 5'])
  })

  test('distinguish hidden from visible sheets', async () => {
    const sheets = ['', 'state="hidden"', 'state="veryHidden"', 'state="visible"'].map(
      (state, i) => `<sheet name="${i}" ${state} q:id="rId1"/>`,
    )
    const parts = {
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:q="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    }
    const book = await readWorkbook(await makeXlsx('', parts))
    expect(book.sheets.map(({ state }) => state)).toEqual(['visible', 'hidden', 'veryHidden', 'visible'])
  })

  test('are rejected when they are not well formed or truncated', async () => {
    expect(await errorOfReading('<row></c>')).toEqual(damaged)
    expect(await errorOfReading('<row><c t="inlineStr"><is><t>&nbsp;</t></is></c></row>')).toEqual(damaged)
    expect(await errorOfReading('<row><c t="inlineStr"><is><t>&#0;</t></is></c></row>')).toEqual(damaged)
    expect(await errorOfReading('<row a="1" a="2"/>')).toEqual(damaged)
    expect(await errorOfReading('<o:row/>')).toEqual(damaged)
    expect(await errorOfReading(`<row a="${'a'.repeat(40_000)}"/>`, {}, { token: 4000 })).toEqual(tooLarge)
    expect(await errorOfReading('<a>'.repeat(70))).toEqual(tooLarge)
    expect(await errorOfReading('', sst('<si/>'.repeat(11)), { strings: 10 })).toEqual(tooLarge)
    const prefixes = Array.from({ length: 101 }, (_, i) => `xmlns:p${i}="u"`).join(' ')
    expect(await errorOfReading(`<row ${prefixes}/>`)).toEqual(tooLarge)
  })

  test('are read up to the limit of characters: one text in many cells', async () => {
    const parts = sst(`<si><t>${'a'.repeat(32_000)}</t></si>`)
    expect(await errorOfReading(shared(...Array(150).fill(0)).repeat(80), parts)).toEqual(tooLarge)
  })
})

describe('reading', () => {
  test('reports hidden rows and merged cells, before and after the rows', async () => {
    const sheet = `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c><v>1</v></c></row><row r="2" hidden="1"><c><v>2</v></c></row><row r="3" ht="0"><c><v>3</v></c></row></sheetData>
      <mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="C3"/></mergeCells></worksheet>`
    const { sheets } = await readWorkbook(await makeXlsx('', { 'xl/worksheets/sheet1.xml': sheet }), {
      limits: { columns: 10 },
    })
    const expected = [
      { top: 1, bottom: 2, left: 0, right: 1 },
      { top: 3, bottom: 3, left: 2, right: 2 },
    ]
    expect(await sheets[0]?.merged()).toEqual(expected)
    const hidden: boolean[] = []
    for await (const row of sheets[0]?.rows ?? []) hidden.push(row.hidden)
    expect([hidden, await sheets[0]?.merged()]).toEqual([[false, true, true], expected])
  })

  test('may stop early, begin again, and be aborted', async () => {
    const abort = new AbortController()
    const file = await makeXlsx('<row><c><v>1</v></c></row>'.repeat(20_000))
    const { sheets } = await readWorkbook(file, { signal: abort.signal })
    const count = async (enough: number, then?: () => void) => {
      let rows = 0
      for await (const _ of sheets[0]?.rows ?? []) {
        if (++rows === enough) then?.()
        if (rows === enough && !abort.signal.aborted) break
      }
      return rows
    }
    expect([await count(5), await count(20_001)]).toEqual([5, 20_000])
    await expect(count(5, () => abort.abort(new Error('late')))).rejects.toThrow('late')
  })
})
