import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useActiveLayer } from '../../../lib/shortcuts/activeLayer.ts'
import type { RowAction } from '../rowAction.ts'
import classes from './PhoneList.module.css'

interface PhoneActionsProps {
  /** The row's name; null while closed. */
  title: string | null
  /** Values of the row. */
  facts: readonly { label: string; value: ReactNode }[]
  actions: readonly (Pick<RowAction<never>, 'key' | 'icon' | 'label'> & { run: () => void })[]
  onClose: () => void
}

/** A bottom sheet with the actions of the tapped row. */
export function PhoneActions({ title, facts, actions, onClose }: PhoneActionsProps) {
  const t = useTranslations()
  return (
    <Drawer
      opened={title !== null}
      onClose={onClose}
      position="bottom"
      size="auto"
      classNames={{ content: classes.panel ?? '', title: classes.panelTitle ?? '' }}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {title !== null && <Sheet facts={facts} actions={actions} onClose={onClose} />}
    </Drawer>
  )
}

function Sheet({ facts, actions, onClose }: Omit<PhoneActionsProps, 'title'>) {
  useActiveLayer()
  return (
    <div className={classes.sheet}>
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || '–'}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions.map(({ key, icon: Icon, label, run }) => (
        <button
          key={key}
          type="button"
          onClick={() => {
            onClose()
            run()
          }}
        >
          <Icon size={18} aria-hidden />
          {label}
        </button>
      ))}
    </div>
  )
}
