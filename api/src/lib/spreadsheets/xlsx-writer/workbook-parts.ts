/** Cell styles of written workbooks: indexes into the `cellXfs` below. */
export const styles = {
  text: 0,
  header: 1,
  decimal: 2,
  integer: 3,
  percent: 4,
  finePercent: 5,
  date: 6,
  day: 7,
  fineDecimal: 8,
} as const

const PREFIX = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Formats of the styles; 1 (`0`) and 9 (`0%`) are built in. */
const FORMATS = [
  [164, '#,##0.00#'],
  [165, '0.0##%'],
  [166, 'dd\\.mm\\.yyyy\\.\\ hh:mm'],
  [167, 'dd\\.mm\\.yyyy\\.'],
  [168, '#,##0.00######'],
] as const
const STYLE_FORMATS = [0, 0, 164, 1, 9, 165, 166, 167, 168]

/** Every part of a workbook with these sheets except the sheets: path and XML. */
export function fixedParts(sheetNames: readonly string[]): [path: string, xml: string][] {
  const sheets = sheetNames.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as [string, string])
  const parts: [string, string][] = [
    ['[Content_Types].xml', contentTypes(sheets)],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/_rels/workbook.xml.rels', relations([...sheets, ['styles', 'styles.xml']])],
    ['xl/workbook.xml', workbook(sheetNames)],
    ['xl/styles.xml', stylesheet()],
  ]
  return parts.map(([path, xml]) => [path, PREFIX + xml])
}

function contentTypes(sheets: readonly [type: string, target: string][]): string {
  const types = [
    ['/xl/workbook.xml', 'sheet.main'],
    ...sheets.map(([type, target]) => [`/xl/${target}`, type]),
    ['/xl/styles.xml', 'styles'],
  ].map(([path, type]) => `<Override PartName="${path}" ContentType="${CONTENT}.${type}+xml"/>`)
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.join('')}</Types>`
}

function relations(targets: [type: string, target: string][]): string {
  const list = targets.map(([type, target], i) => {
    return `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  })
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
}

function workbook(sheetNames: readonly string[]): string {
  const sheets = sheetNames.map((name, i) => {
    return `<sheet name="${escapeXml(tabName(name))}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`
  })
  return `<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`
}

/**
 * Excel rejects a file whose tab name has a forbidden character, an apostrophe at an end or more than 31 characters.
 */
function tabName(name: string): string {
  const allowed = name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)
  return allowed.replace(/^[\s']+|[\s']+$/g, '') || 'Sheet1'
}

function stylesheet(): string {
  const formats = FORMATS.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`)
  const cells = STYLE_FORMATS.map((format, i) => {
    const font = i === styles.header ? 1 : 0
    return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
  })
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  return `<styleSheet xmlns="${SPREADSHEET}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const SPECIAL = /[&<>"]|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi

/** Characters that most texts lack: those of SPECIAL, and halves of pairs. */
const UNUSUAL = /[&<>"_\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/

/**
 * Text as XML. Characters that XML lacks or normalises (control characters, carriage returns) are escaped in Excel's
 * way, `_x000D_`, and so is the underscore of text that looks like an escape.
 */
export function escapeXml(text: string): string {
  if (!UNUSUAL.test(text)) return text
  return text.toWellFormed().replace(SPECIAL, (char) => {
    return ENTITIES[char] ?? `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  })
}
