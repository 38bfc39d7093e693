import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../../ui/dialog/Dialog.tsx'
import classes from './BulkResult.module.css'

/** A row that failed: its name and the reason. */
interface NotDone {
  id: number
  name: string
  why: string | undefined
}

interface BulkResultProps {
  done: number
  notDone: readonly NotDone[]
  /** Undoes the successes. */
  undo?: () => void
  onClose: () => void
}

/** The result of a bulk action: the number of successes, and each failed row with its reason. */
export function BulkResult({ done, notDone, undo, onClose }: BulkResultProps) {
  const t = useTranslations()
  return (
    <Dialog
      title={t('toggle.result')}
      onClose={onClose}
      buttons={
        <>
          {undo && (
            <Button
              variant="default"
              onClick={() => {
                onClose()
                undo()
              }}
            >
              {t('common.undo')}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {t('common.ok')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>{t('toggle.done', { count: done })}</p>
        <p>{t('toggle.failed', { count: notDone.length })}</p>
        <ul className={classes.list}>
          {notDone.map(({ id, name, why }) => (
            <li key={id}>
              <b>{name}</b>
              <span>{why}</span>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
