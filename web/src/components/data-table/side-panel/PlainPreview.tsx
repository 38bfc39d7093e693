import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useLabels } from '../../../lib/i18n/words.ts'
import { type Col, readyColumns } from '../columns.tsx'
import { cellValue, type ListRow } from '../listRow.ts'
import { PreviewHeader } from './PreviewHeader.tsx'
import classes from './parts.module.css'

export interface PlainPreviewProps<Row> {
  list: RecordList
  columns: readonly Col<Row>[]
  row: Row
  nameOf: (row: Row) => string
  picture?: ((row: Row) => string | null) | undefined
}

/** Every column that has a value in this row, hidden ones included, implied ones not. */
export function PlainPreview<Row extends ListRow>(props: PlainPreviewProps<Row>) {
  const { list, columns, row, nameOf, picture } = props
  const { flag } = useLabels(list)
  const name = nameOf(row)
  return (
    <>
      <PreviewHeader
        name={name}
        {...(picture && { picture: picture(row) })}
        {...(row.is_active !== undefined && {
          state: { on: row.is_active, label: flag[row.is_active ? 'yes' : 'no'] },
        })}
      />
      <Facts list={list} columns={columns} row={row} name={name} />
    </>
  )
}

/** The values of columns as a list; `name` and the state are in the header already. */
export function Facts<Row extends ListRow>({
  list,
  columns,
  row,
  name,
}: Pick<PlainPreviewProps<Row>, 'list' | 'columns' | 'row'> & { name: string }) {
  const { locale } = useLanguage()
  const { flag } = useLabels(list)
  const facts = readyColumns(list, columns, { locale, format: formatOf(locale), flag }).flatMap(
    ({ key, label, content, definition, implied }) => {
      const value = cellValue(row, key, definition)
      const isShownElsewhere = implied || key === 'is_active' || (typeof value === 'string' && value === name)
      const shown = isShownElsewhere ? null : content(row)
      return shown === null || shown === undefined || shown === '' ? [] : [{ key, label, shown }]
    },
  )
  if (facts.length === 0) return null
  return (
    <dl className={classes.facts}>
      {facts.map(({ key, label, shown }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  )
}
