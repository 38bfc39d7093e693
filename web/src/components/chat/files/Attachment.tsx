import { IconFile, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useObjectUrl } from '../../ui/useObjectUrl.ts'
import classes from './files.module.css'
import { isPicture } from './files.ts'

/** The file that will be sent with the next message. */
export function Attachment({ file, onRemove }: { file: File; onRemove: () => void }) {
  const t = useTranslations()
  const { bytes } = useFormat()
  const url = useObjectUrl(isPicture(file) ? file : null)
  return (
    <div className={classes.attachment}>
      {url ? <img src={url} alt="" /> : <IconFile size={24} stroke={1.4} aria-hidden />}
      <span>
        <b>{file.name}</b>
        <small>{bytes(file.size)}</small>
      </span>
      <IconButton
        size="small"
        icon={IconX}
        label={t('chat.remove_file', { name: file.name })}
        onClick={({ currentTarget }) => {
          const text = currentTarget
            .closest(`.${classes.attachment}`)
            ?.parentElement?.querySelector('textarea')
          onRemove()
          text?.focus()
        }}
      />
    </div>
  )
}
