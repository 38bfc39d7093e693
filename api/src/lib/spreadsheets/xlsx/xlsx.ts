// Streams .xlsx and .xlsm.
import type { ReadLimits } from '../limits.ts'
import { SheetError } from '../sheet-error.ts'
import { isTrue } from '../stored-value.ts'
import type { Row, Sheet, SheetLayout, Workbook } from '../workbook.ts'
import type { Shared } from './cell.ts'
import { Package, sheetErrorOf } from './package.ts'
import { mainPart, type Relation, relationsOf } from './relations.ts'
import { RichTextHandler } from './rich-text.ts'
import { readStyles } from './styles.ts'
import { WorksheetHandler } from './worksheet.ts'
import { type Attributes, tagHandler } from './xml.ts'

/** A sheet as the workbook lists it. */
type Listed = Pick<Sheet, 'name' | 'state'> & { path: string | undefined }

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
    const shared = { formatOf, strings: await readStrings(pathOf('sharedStrings'), parts) }
    return { sheets: sheets.map((listed) => sheetOf(listed, parts, shared)) }
  } catch (error) {
    throw sheetErrorOf(error, signal)
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
  let known: SheetLayout | undefined
  async function* read(): AsyncGenerator<Row> {
    const handler = new WorksheetHandler(shared, parts.limits)
    if (path !== undefined) for await (const _ of parts.parse(path, handler)) yield* handler.take()
    known = handler.layout
  }
  return {
    name,
    state,
    rows: { [Symbol.asyncIterator]: read },
    async layout() {
      // Merged ranges follow the rows in the file.
      if (!known) for await (const _ of read());
      return known ?? { hiddenColumns: [], merged: [] }
    },
  }
}
