import { Drawer } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './PhoneList.module.css'
import type { RowAction } from './TableBody.tsx'

interface PhoneActionsProps<Row> {
  /** Null while it is closed. */
  row: Row | null
  actions: readonly RowAction<Row>[]
  nameOf: (row: Row) => string
  onClose: () => void
}

/** What can be done with the row that was tapped, from the lower edge of the screen. */
export function PhoneActions<Row>({ row, actions, nameOf, onClose }: PhoneActionsProps<Row>) {
  const t = useTranslations()
  return (
    <Drawer
      opened={row !== null}
      onClose={onClose}
      position="bottom"
      size="auto"
      classNames={{ content: classes.panel ?? '', title: classes.panelTitle ?? '' }}
      title={row && nameOf(row)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {row && (
        <div className={classes.sheet}>
          {actions
            .filter((action) => action.when?.(row) ?? true)
            .map(({ key, icon: Icon, label, run }) => (
              <button
                key={key}
                type="button"
                onClick={() => {
                  onClose()
                  run(row)
                }}
              >
                <Icon size={18} stroke={1.6} aria-hidden />
                {label}
              </button>
            ))}
        </div>
      )}
    </Drawer>
  )
}
