import { IconFileUpload, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { TransferBar } from '../../../components/uploads/TransferBar.tsx'
import { type Transfer, transfers } from '../../../components/uploads/transfers.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './UploadRow.module.css'

/** An upload as a row of its folder. */
export function UploadRow({ transfer }: { transfer: Transfer }) {
  const t = useTranslations()
  const format = formatOf(useLanguage().locale)
  const { key, name, size, share, state } = transfer
  const sent = format.bytes(share * size)
  return (
    <span className={classes.row}>
      <IconFileUpload size={18} stroke={1.6} aria-hidden />
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.bar}>
        <TransferBar share={share} name={name} />
      </span>
      <span className={classes.share}>{Math.floor(share * 100)}%</span>
      <span className={classes.sent}>
        {state === 'waiting' ? t('transfers.waiting') : t('transfers.of', { sent, size: format.bytes(size) })}
      </span>
      <IconButton
        size="small"
        icon={IconX}
        label={t('transfers.cancel', { name })}
        onClick={() => transfers.cancel(key)}
      />
    </span>
  )
}
