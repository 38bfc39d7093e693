import { useTranslations } from 'use-intl'
import classes from './check.module.css'

interface SelectAllProps {
  rows: readonly { id: number }[]
  picked: ReadonlySet<number>
  onPick: (ids: number[], on: boolean) => void
  /** Accessible name; all rows of the page when absent. */
  label?: string
}

/** The checkbox of a table or group header: selects all rows, indeterminate when some are selected. */
export function SelectAll({ rows, picked, onPick, label }: SelectAllProps) {
  const t = useTranslations()
  const count = rows.filter((row) => picked.has(row.id)).length
  const all = count > 0 && count === rows.length
  return (
    <input
      type="checkbox"
      className={classes.check}
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !all
      }}
      disabled={rows.length === 0}
      aria-label={label ?? t('table.select_all')}
      aria-keyshortcuts={label ? undefined : 'Control+A'}
      onChange={() =>
        onPick(
          rows.map((row) => row.id),
          !all,
        )
      }
    />
  )
}
