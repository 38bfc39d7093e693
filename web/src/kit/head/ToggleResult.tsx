import { Button } from '@mantine/core'
import { Dialog, DialogBody } from '../dialog/Dialog.tsx'
import { listTexts } from '../list/texts.ts'
import { useMessage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import classes from './ToggleResult.module.css'
import type { Outcome } from './useToggle.tsx'

interface ToggleResultProps<Row> {
  outcomes: readonly Outcome<Row>[]
  nameOf: (row: Row) => string
  onClose: () => void
}

/** What became of several rows: how many were done, and each that was not with its reason. */
export function ToggleResult<Row extends { id: number }>({
  outcomes,
  nameOf,
  onClose,
}: ToggleResultProps<Row>) {
  const t = useTexts(listTexts)
  const message = useMessage()
  const failed = outcomes.filter((outcome) => outcome.error)
  return (
    <Dialog
      title={t('toggle.result')}
      onClose={onClose}
      buttons={
        <Button data-autofocus onClick={onClose}>
          {t('common.ok')}
        </Button>
      }
    >
      <DialogBody>
        <p className={classes.line}>{t('toggle.done', { count: outcomes.length - failed.length })}</p>
        <p className={classes.line}>{t('toggle.failed', { count: failed.length })}</p>
        <ul className={classes.list}>
          {failed.map(({ row, error }) => (
            <li key={row.id}>
              <b>{nameOf(row)}</b>
              <span>{error && message(error.body.message, error.body.params)}</span>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
