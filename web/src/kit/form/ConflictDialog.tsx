import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../Dialog.tsx'
import classes from './ConflictDialog.module.css'

interface ConflictDialogProps {
  /** Fields that differ, as people read them. */
  fields: readonly { name: string; label: string; mine: string; theirs: string }[]
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Someone else has saved the record meanwhile: what differs, and whose it shall be. */
export function ConflictDialog({ fields, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  const t = useTranslations()
  return (
    <Dialog
      title={t('conflict.title')}
      width={640}
      onClose={onClose}
      buttons={
        <>
          <Button size="md" variant="default" onClick={onTakeTheirs}>
            {t('conflict.take_theirs')}
          </Button>
          <Button size="md" data-autofocus onClick={onKeepMine}>
            {t('conflict.keep_mine')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>{t('conflict.text')}</p>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.mine')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, label, mine, theirs }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td>{mine || t('conflict.empty')}</td>
                <td>{theirs || t('conflict.empty')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </DialogBody>
    </Dialog>
  )
}
