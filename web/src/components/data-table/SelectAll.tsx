import { useTranslations } from 'use-intl'
import classes from './check.module.css'

interface SelectAllProps {
  rows: readonly { id: number }[]
  picked: ReadonlySet<number>
  onPick: (ids: number[], on: boolean) => void
  /** What it picks, where that is not the page. */
  label?: string
}

/** A head's check box: all rows of this page or of a group, half checked when only some are picked. */
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
