import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import type { ReactNode } from 'react'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useLabels } from '../../lib/i18n/words.ts'
import { type Col, readyColumns } from '../data-table/columns.tsx'
import type { ListRow } from '../data-table/listRow.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { CloseButton } from '../ui/dialog/FooterButtons.tsx'
import { Picture, PictureLink } from './fields/Picture.tsx'
import classes from './form.module.css'
import { HistoryButton } from './HistoryButton.tsx'

/** A value that is not a column of the list. */
export interface Fact {
  label: string
  value: ReactNode
}

interface FactsProps<Row> {
  row: Row
  list: RecordList
  fields: readonly Col<Row>[]
  more?: readonly Fact[]
  /** In as many columns as fit. */
  wide?: boolean
}

interface DetailsDialogProps<Row> extends Omit<FactsProps<Row>, 'wide'> {
  subtitle?: string
  /** URL of a picture; undefined when the record type has none. */
  picture?: string | null
  /** Pixels. When given, the fields are in columns and the picture is a banner. */
  width?: number
  onClose: () => void
  /** Below the fields, full width. */
  children?: ReactNode
}

/** The fields of a record, formatted as in its list. */
export function Facts<Row extends ListRow>({ row, list, fields, more = [], wide }: FactsProps<Row>) {
  const { flag } = useLabels(list)
  const { locale } = useLanguage()
  const ready = readyColumns(list, fields, { locale, format: formatOf(locale), flag })
  const facts = [...ready.map(({ label, content }) => ({ label, value: content(row) })), ...more]
  return (
    <dl className={classes.facts} data-wide={wide || undefined}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A read-only dialog of a record: its fields, and its picture with a download link. */
export function DetailsDialog<Row extends ListRow>(props: DetailsDialogProps<Row>) {
  const { row, list, fields, more, subtitle, picture, width, onClose } = props
  const { one } = useLabels(list)
  return (
    <Dialog
      title={one}
      subtitle={subtitle}
      tools={<HistoryButton feature={list.name} row={row} recordName={subtitle} />}
      width={width ?? (picture === undefined ? 480 : 760)}
      onClose={onClose}
      buttons={<CloseButton data-autofocus onClick={onClose} />}
    >
      <div className={`${classes.body} ${picture === undefined ? '' : classes.columns}`}>
        <Facts row={row} list={list} fields={fields} {...(more && { more })} wide={width !== undefined} />
        {picture !== undefined && (
          <div className={classes.image}>
            <Picture source={picture} wide={width !== undefined} />
            {picture && <PictureLink source={picture} />}
          </div>
        )}
      </div>
      {props.children && <div className={classes.below}>{props.children}</div>}
    </Dialog>
  )
}
