import { builtInFormat, type NumberFormat, numberFormat } from '../number-format.ts'
import { SheetError } from '../sheet-error.ts'
import type { Package } from './package.ts'
import { tagHandler } from './xml.ts'

/** The number format of a cell's style. Formats are parsed on demand, because files may have tens of thousands. */
export async function readStyles(
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
