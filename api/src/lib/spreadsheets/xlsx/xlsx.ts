// Streams .xlsx and .xlsm.
import type { ReadLimits } from '../limits.ts'
import { builtInFormat, type NumberFormat, numberFormat } from '../number-format.ts'
import { SheetError } from '../sheet-error.ts'
import { isTrue } from '../stored-value.ts'
import type { MergedRange, Row, Sheet, Workbook } from '../workbook.ts'
import type { Shared } from './cell.ts'
import { Package, sheetErrorOf } from './package.ts'
import { RichTextHandler } from './rich-text.ts'
import { WorksheetHandler } from './worksheet.ts'
import { type Attributes, tagHandler } from './xml.ts'

/** A sheet as the workbook lists it. */
type Listed = Pick<Sheet, 'name' | 'state'> & { path: string | undefined }

interface Relation {
  /** Last segment of the type's URI. */
  type: string
  /** Path from the root of the package. */
  path: string
}

const WORKBOOK =
  /spreadsheetml\.(sheet|template)\.main\+xml|ms-excel\.(sheet|template|addin)\.macroEnabled\.main\+xml/i

/** Path of the main part; throws SheetError when it is no workbook. */
async function mainPart(parts: Package): Promise<string> {
  if (!parts.has('[Content_Types].xml')) throw new SheetError('excel.document')
  const relations = await relationsOf('/', parts)
  const main = relations.values().find(({ type }) => type === 'officeDocument')?.path ?? ''
  const types = new Map<string, string>()
  const handler = tagHandler((name, attributes) => {
    const key = name === 'Override' ? attributes.get('PartName') : `.${attributes.get('Extension')}`
    types.set(key?.toLowerCase() ?? '', attributes.get('ContentType') ?? '')
  })
  await parts.readIndex('[Content_Types].xml', handler)
  const path = main.toLowerCase()
  const type = types.get(path) ?? types.get(path.slice(path.lastIndexOf('.'))) ?? ''
  if (!WORKBOOK.test(type)) throw new SheetError('excel.document')
  return main
}

/** Relations of a part (`/` is the package) by id. */
async function relationsOf(part: string, parts: Package): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1
  const relations = new Map<string, Relation>()
  const handler = tagHandler((name, attributes) => {
    if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return
    const type = attributes.get('Type')?.split('/').at(-1) ?? ''
    relations.set(attributes.get('Id') ?? '', { type, path: pathFrom(part, attributes.get('Target') ?? '') })
  })
  await parts.readIndex(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`, handler)
  return relations
}

/** A target is a URI relative to its part: it may be absolute, go up and contain `%20`. */
const pathFrom = (part: string, target: string) =>
  decodeURIComponent(new URL(target.replaceAll('\\', '/'), `file://${part}`).pathname)

/**
 * Opens a workbook: lists its sheets and reads styles and shared strings; sheets are not unpacked yet. Throws {@link
 * SheetError}, or the signal's reason.
 */
export async function readXlsx(file: Buffer, limits: ReadLimits, signal: AbortSignal): Promise<Workbook> {
  try {
    const parts = await Package.open(file, limits, signal)
    const main = await mainPart(parts)
    const relations = await relationsOf(main, parts)
    const { sheets, date1904 } = await readList(main, relations, parts)
    const pathOf = (type: string) =>
      relations.values().find((relation) => relation.type === type && parts.has(relation.path))?.path
    const formatOf = await readStyles(pathOf('styles'), parts, date1904)
    const shared = { formatOf, date1904, strings: await readStrings(pathOf('sharedStrings'), parts) }
    return { sheets: sheets.map((listed) => sheetOf(listed, parts, shared)) }
  } catch (error) {
    throw sheetErrorOf(error, signal)
  }
}

/** The number format of a cell's style. Formats are parsed on demand, because files may have tens of thousands. */
async function readStyles(
  path: string | undefined,
  parts: Package,
  date1904: boolean,
): Promise<(style: number) => NumberFormat> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let inCells = false
  const handler = tagHandler((name, attributes) => {
    if (name === 'cellXfs') inCells = true
    else if (/^(cellStyles|cellStyleXfs|dxfs)$/.test(name)) inCells = false
    else if (name === 'xf' && inCells) ids.push(Number(attributes.get('numFmtId') ?? 0))
    else if (name === 'numFmt')
      codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '')
    if (ids.length + codes.size > parts.limits.styles) throw new SheetError('excel.too_large')
  })
  if (path !== undefined) await parts.read(path, handler)
  const known = new Map<number, NumberFormat>()
  return (style) => {
    const id = ids[style] ?? 0
    const format = known.get(id) ?? numberFormat(codes.get(id) ?? builtInFormat(id), date1904)
    known.set(id, format)
    return format
  }
}

async function readList(main: string, relations: Map<string, Relation>, parts: Package) {
  const sheets: Listed[] = []
  let date1904 = false
  const handler = tagHandler((name, attributes) => {
    if (name === 'workbookPr') date1904 = isTrue(attributes.get('date1904'))
    if (name !== 'sheet') return
    if (sheets.length >= parts.limits.sheets) throw new SheetError('excel.too_large')
    const relation = relations.get(relationId(attributes))
    // A chart sheet has no cells.
    const path = relation?.type === 'worksheet' ? relation.path : undefined
    sheets.push({ name: attributes.get('name') ?? '', state: stateOf(attributes.get('state')), path })
  })
  await parts.read(main, handler)
  if (sheets.length === 0) throw new SheetError('excel.document')
  return { sheets, date1904 }
}

const stateOf = (state: string | undefined) =>
  state === 'hidden' || state === 'veryHidden' ? state : 'visible'

/** The value of `r:id`, with any prefix. */
const relationId = (attributes: Attributes) =>
  [...attributes].find(([name]) => /^(?!xmlns:)[^:]+:id$/.test(name))?.[1] ?? ''

/** The shared strings; the declared count is ignored, as in Excel. */
async function readStrings(path: string | undefined, parts: Package): Promise<string[]> {
  const strings: string[] = []
  if (path === undefined) return strings
  let left = parts.limits.stringChars
  const add = (text: string) => {
    left -= text.length
    if (left < 0 || strings.push(text) > parts.limits.strings) throw new SheetError('excel.too_large')
  }
  await parts.read(path, new RichTextHandler('si', add))
  return strings
}

function sheetOf({ name, state, path }: Listed, parts: Package, shared: Shared): Sheet {
  let ranges: MergedRange[] | undefined
  async function* read(): AsyncGenerator<Row> {
    const handler = new WorksheetHandler(shared, parts.limits)
    if (path !== undefined) for await (const _ of parts.parse(path, handler)) yield* handler.take()
    ranges = handler.merged
  }
  return {
    name,
    state,
    rows: { [Symbol.asyncIterator]: read },
    async merged() {
      // Merged ranges follow the rows in the file.
      if (!ranges) for await (const _ of read());
      return ranges ?? []
    },
  }
}
