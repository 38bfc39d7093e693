import { Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { shownError } from '../../../lib/api/shownError.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './files.module.css'
import type { MessageFile } from './files.ts'
import { type FileCalls, usePicture } from './SentFile.tsx'

interface PictureDialogProps {
  id: number
  file: MessageFile
  calls: FileCalls
  onClose: () => void
}

/** A picture of a message as large as the window allows. */
export function PictureDialog({ id, file, calls, onClose }: PictureDialogProps) {
  const t = useTranslations()
  const { url, hasFailed } = usePicture(calls, id, 'whole')
  return (
    <Dialog
      title={file.name}
      width={1200}
      onClose={onClose}
      tools={
        <IconButton
          icon={IconDownload}
          label={t('chat.download', { name: file.name })}
          onClick={() => void calls.save(id).catch(shownError.show)}
        />
      }
    >
      <div className={classes.whole}>
        {url ? (
          <img src={url} alt={file.name} />
        ) : hasFailed ? (
          <p role="alert">{t('chat.picture_failed')}</p>
        ) : (
          <Loader size="sm" aria-label={t('common.loading')} />
        )}
      </div>
    </Dialog>
  )
}
