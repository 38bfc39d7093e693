import { type Fields, shownName } from '@kontor/contract/kit/resource/fields'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import type { Col } from '../table/columns.tsx'

type Column = Omit<Col<never>, 'cell'>

/**
 * The columns of a list of such records. A phone shows the first text as the row's title, whether it is active at its
 * end, and the first two others below.
 */
export function columnsFor({ fields, numbered }: Resource): readonly Column[] {
  return [...(numbered ? [{ key: 'id' }] : []), ...fieldColumns(fields), { key: 'is_active', phone: 'end' }]
}

/** The columns that show fields; texts of several lines give their room to others. */
function fieldColumns(fields: Fields): readonly Column[] {
  const listed = Object.entries(fields).filter(([, { unlisted }]) => !unlisted)
  const main = listed.find(([, { kind }]) => kind === 'text')?.[0]
  const places: (keyof typeof placed)[] = ['line', 'below']
  return listed.map(([name, field]): Column => {
    const key = shownName(name, field)
    if (name === main) return { key, main: true }
    const place = places.shift()
    const width = widths[field.kind]
    return { key, ...(width && { width }), ...(place && placed[place]) }
  })
}

const placed = { line: { phone: 'line' }, below: { phone: 'below' } } as const

/** Pixels where a kind needs others than its column would have. */
const widths: Partial<Record<Fields[string]['kind'], number>> = {
  text: 200,
  reference: 240,
  day: 116,
  count: 104,
}

/** What a picker shows of a record: what it is known by, and one thing more. */
export const pickedColumns = ({ fields }: Resource): readonly Column[] =>
  fieldColumns(fields)
    .filter(({ main, phone }) => main || phone === 'line')
    .map(({ phone: _phone, ...column }) => column)
