// Random workbooks, in the many variants that programs write.
import fc from 'fast-check'
import { makeZip, type Parts } from './odd-files.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Formats of the styles, by index. */
const FORMATS = [
  'General',
  '0',
  '0.00',
  '#,##0.00',
  '0%',
  '0.00%',
  '00000',
  '"MIC-"00000',
  '000\\-000',
  '0000;-0000',
  '0" kom"',
  '0.0##',
  '#,##0.00 "€"',
  '#,##0.00 [$KM-141A]',
  '0"%"',
  'dd.mm.yyyy',
  'dd.mm.yyyy hh:mm',
  'hh:mm',
  '0.00E+00',
  '# ?/?',
  '@',
]
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const escapeAll = (text: string) => escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')
const asReferences = (text: string) => [...text].map((one) => `&#${one.codePointAt(0)};`).join('')

const word = fc.constantFrom(
  'Guma',
  '205/55 R16',
  'Šćepan',
  'đž',
  '😜',
  '<b>',
  '&amp;',
  '1.234',
  '=1+1',
  '1,5',
  ' ',
  '  ',
  'žuti\nred',
  "'",
)
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const run = (one: string) => `<t xml:space="preserve">${escapeText(one)}</t>`
const spelling = fc.constantFrom(
  run,
  (one: string) => `<t xml:space="preserve">${asReferences(one)}</t>`,
  (one: string) => `<t xml:space="preserve"><![CDATA[${one}]]></t>`,
  (one: string) => `<r>${run(one.slice(0, 2))}</r><r><rPr><b/></rPr>${run(one.slice(2))}</r>`,
  (one: string) => `${run(one)}<rPh sb="0" eb="1"><t>x</t></rPh><phoneticPr fontId="0"/>`,
)
const rich = fc
  .tuple(
    text.map((one) => one.replace(/[\ud800-\udfff]+/g, '☺')),
    spelling,
  )
  .map(([one, spell]) => spell(one))
const item = fc.oneof(
  { weight: 4, arbitrary: rich.map((inside) => `<si>${inside}</si>`) },
  { weight: 1, arbitrary: fc.constantFrom('<si/>', '<si></si>', '<si><t/></si>') },
)

const number = fc.oneof(
  fc.integer({ min: -99_999, max: 99_999 }),
  fc.integer({ min: 0, max: 60_000 }).map((n) => n / 8),
  fc.integer({ min: 0, max: 99_999_999 }).map((n) => n / 1000),
  fc.constantFrom(0, 0.1 + 0.2, 1e-7, 123_456_789_012, 5e-324, 0.075),
)
const style = fc.nat(FORMATS.length - 1)
const cell = fc.oneof(
  fc.tuple(number, style).map(([value, index]) => `<c s="${index}"><v>${value}</v></c>`),
  fc
    .tuple(number, style)
    .map(([value, index]) => `<c s="${index}" t="n"><v> ${value.toExponential()} </v></c>`),
  fc.nat(5).map((place) => `<c t="s"><v>${place}</v></c>`),
  rich.map((inside) => `<c t="inlineStr"><is>${inside}</is></c>`),
  text.map((one) => `<c t="str"><v>${escapeText(one)}</v></c>`),
  fc.boolean().map((value) => `<c t="b"><v>${Number(value)}</v></c>`),
  fc
    .constantFrom('#N/A', '#DIV/0!', '#REF!', '#VALUE!', '#NAME?', '#NUM!')
    .map((error) => `<c t="e"><v>${error}</v></c>`),
  number.map((value) => `<c><f>1+1</f><v>${value}</v></c>`),
  fc.constant('<c><f>1+1</f></c>'),
  fc.constantFrom('<c/>', '<c s="3"/>', '<c><v/></c>', '<c t="str"><v></v></c>'),
)

/** Row numbers and cell references are optional in the format. */
const row = fc.record({ cells: fc.array(cell, { maxLength: 6 }), hidden: fc.boolean(), named: fc.boolean() })
const rowXml = (
  { cells, hidden, named }: { cells: string[]; hidden: boolean; named: boolean },
  i: number,
) => {
  const placed = cells.map((one, column) =>
    named ? one.replace('<c', `<c r="${String.fromCharCode(65 + column)}${i + 1}"`) : one,
  )
  return `<row${named ? ` r="${i + 1}"` : ''}${hidden ? ' hidden="1"' : ''}>${placed.join('')}</row>`
}

const sheet = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 8 }),
  state: fc.constantFrom('', '', 'state="hidden"', 'state="veryHidden"'),
  hiddenColumn: fc.option(fc.integer({ min: 2, max: 6 })),
  merged: fc.boolean(),
})
type Sheet = typeof sheet extends fc.Arbitrary<infer S> ? S : never

function sheetXml({ rows, hiddenColumn, merged }: Sheet): string {
  const columns =
    hiddenColumn === null
      ? ''
      : `<cols><col min="${hiddenColumn}" max="${hiddenColumn}" width="9" hidden="1"/></cols>`
  const data = [
    ...rows.map(rowXml),
    ...(merged ? ['<row r="12"><c r="B12" t="str"><v>spojeno</v></c></row>'] : []),
  ]
  const cells = merged ? '<mergeCells count="1"><mergeCell ref="B12:C14"/></mergeCells>' : ''
  return `<worksheet xmlns="${MAIN}">${columns}<sheetData>${data.join('')}</sheetData>${cells}</worksheet>`
}

/** The parts of a workbook. */
const workbookParts: fc.Arbitrary<Parts> = fc
  .record({
    sheets: fc.array(sheet, { minLength: 1, maxLength: 3 }),
    items: fc.array(item, { minLength: 6, maxLength: 8 }),
    root: fc.constantFrom('', '/xl/', '../xl/'),
    prefix: fc.constantFrom('r', 'rel'),
  })
  .map(({ sheets, items, root, prefix }) => {
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
    const relations = (inside: string) =>
      `<Relationships xmlns="${PACKAGE}/relationships">${inside}</Relationships>`
    const override = (path: string, type: string) =>
      `<Override PartName="/xl/${path}.xml" ContentType="${CONTENT}.${type}+xml"/>`
    // At least one sheet must be visible, or the workbook cannot be opened.
    const listed = sheets.map(
      ({ state }, i) =>
        `<sheet name="S${i}" sheetId="${i + 1}" ${i === 0 ? '' : state} ${prefix}:id="s${i}"/>`,
    )
    const formats = FORMATS.map(
      (code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escapeAll(code)}"/>`,
    )
    const styles = FORMATS.map(
      (_, i) =>
        `<xf numFmtId="${164 + i}" applyNumberFormat="1" fontId="0" fillId="0" borderId="0" xfId="0"/>`,
    )
    const none =
      '<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>'
    return {
      '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${override('strings', 'sharedStrings')}<Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/>${sheets.map((_, i) => override(`s${i}`, 'worksheet')).join('')}</Types>`,
      '_rels/.rels': relations(
        relation('a', 'officeDocument', 'xl/workbook.xml') +
          relation('b', 'extended-properties', 'docProps/app.xml'),
      ),
      // LibreOffice recalculates formulas unless the file says that Excel wrote it.
      'docProps/app.xml':
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Microsoft Excel</Application><AppVersion>16.0300</AppVersion></Properties>',
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:${prefix}="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(
        sheets.map((_, i) => relation(`s${i}`, 'worksheet', `${root}s${i}.xml`)).join('') +
          relation('st', 'styles', `${root}styles.xml`) +
          relation('ss', 'sharedStrings', `${root}strings.xml`),
      ),
      'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join('')}</numFmts>${none}<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`,
      'xl/strings.xml': `<sst xmlns="${MAIN}">${items.join('')}</sst>`,
      ...Object.fromEntries(sheets.map((one, i) => [`xl/s${i}.xml`, sheetXml(one)])),
    }
  })

/** Random workbooks, the same for the same seed. */
export const makeWorkbooks = (count: number, seed: number): Promise<Buffer[]> =>
  Promise.all(fc.sample(workbookParts, { numRuns: count, seed }).map((parts) => makeZip(parts)))
