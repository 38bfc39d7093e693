import { type Fields, shownName } from '@kontor/contract/lib/resources/fields'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import type { Col } from '../data-table/columns.tsx'
import { cellValue, type ListRow } from '../data-table/listRow.ts'

type Column = Omit<Col<never>, 'cell'>

/**
 * The columns of a generated resource's list. In the phone layout the name is the title, the active flag is
 * at the end, and the first two other columns are below.
 */
export function columnsFor(resource: Resource): readonly Column[] {
  return [
    ...(resource.numbered ? [{ key: 'id' }] : []),
    ...fieldColumns(resource),
    { key: 'is_active', phone: 'end' },
  ]
}

/** The columns of the listed fields. The first two besides the name are in the phone layout. */
function fieldColumns({ fields, names = 'name' }: Resource): readonly Column[] {
  const listed = Object.entries(fields).filter(([, { unlisted }]) => !unlisted)
  const places: (keyof typeof placed)[] = ['line', 'below']
  const widths = listed.length > NARROW_FROM ? narrow : wide
  return listed.map(([name, field]): Column => {
    const key = shownName(name, field)
    if (name === names) return { key, main: true, ...(listed.length > NARROW_FROM && { width: 200 }) }
    const slot = places.shift()
    const width = widthOf(field, widths[field.kind])
    const grows = field.kind === 'text' && field.lines === true
    return { key, ...(width && { width }), ...(grows && { grows }), ...(slot && placed[slot]) }
  })
}

/** Pixels: a number is as wide as its label at least. */
const widthOf = ({ kind, label }: Fields[string], width: number | undefined) =>
  kind === 'count' ? Math.max(width ?? 0, 28 + 7 * Math.max(label.cnr.length, label.en.length)) : width

const placed = { line: { phone: 'line' }, below: { phone: 'below' } } as const

/** Pixels for kinds whose default does not fit; with many columns each gets less. */
const wide: Partial<Record<Fields[string]['kind'], number>> = {
  text: 200,
  reference: 240,
  choice: 208,
  day: 116,
  count: 104,
  percent: 88,
}
const narrow: typeof wide = { ...wide, text: 140, reference: 184, choice: 190 }
const NARROW_FROM = 4

/** The columns of a picker: the name and one more. */
export const pickedColumns = (resource: Resource): readonly Column[] =>
  fieldColumns(resource)
    .filter(({ main, phone }) => main || phone === 'line')
    .map(({ phone: _phone, ...column }) => column)

/** The name of a record for messages. */
export const rowName = ({ names = 'name' }: Pick<Resource, 'names'>, row: ListRow) =>
  String(cellValue(row, names) ?? row.id)
