import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CancelButton } from '../../components/ui/dialog/FooterButtons.tsx'
import classes from './UnsavedBar.module.css'

interface UnsavedBarProps {
  /** Number of unsaved changes. */
  count: number
  isSaving: boolean
  onSave: () => void
  onCancel: () => void
  /** What saving them means. */
  children: ReactNode
}

/** The number of unsaved changes, with save and discard. */
export function UnsavedBar({ count, isSaving, onSave, onCancel, children }: UnsavedBarProps) {
  const t = useTranslations()
  return (
    <footer className={classes.bar}>
      <b role="status">{t('roles.unsaved', { count })}</b>
      {children}
      <span className={classes.space} />
      <CancelButton onClick={onCancel} />
      <Button size="md" loading={isSaving} onClick={onSave}>
        {t('common.save')}
      </Button>
    </footer>
  )
}
