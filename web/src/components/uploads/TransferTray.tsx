import { IconCheck, IconChevronDown, IconChevronUp, IconRefresh, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { useUnsaved } from '../ui/dialog/useUnsaved.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { TransferBar } from './TransferBar.tsx'
import classes from './transfers.module.css'
import { isUploading, type Transfer, transfers, useTransfers } from './transfers.ts'

/** The uploads, in a corner of the window. Closing the tab during an upload asks first. */
export function TransferTray() {
  const t = useTranslations()
  const all = useTransfers()
  const [isFolded, setFolded] = useState(false)
  const left = all.filter(isUploading).length
  const failed = all.filter(({ state }) => state === 'failed' || state === 'refused').length
  const words = {
    title: t('transfers.leave'),
    text: t('transfers.leave_text'),
    action: t('transfers.leave_yes'),
    stayLabel: t('transfers.stay'),
  }
  useUnsaved(left > 0, { within: 'app', words, onLeave: transfers.abort })
  const title = left > 0 ? t('transfers.sending', { count: left }) : t('transfers.done', { failed })
  return createPortal(
    <section className={classes.tray} aria-label={t('transfers.name')}>
      <header>
        <b role="status">{title}</b>
        <IconButton
          size="small"
          icon={isFolded ? IconChevronUp : IconChevronDown}
          label={t(isFolded ? 'transfers.unfold' : 'transfers.fold')}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        />
        {left === 0 && (
          <IconButton size="small" icon={IconX} label={t('common.close')} onClick={transfers.clear} />
        )}
      </header>
      {!isFolded && (
        <ul>
          {all.map((transfer) => (
            <Line key={transfer.key} transfer={transfer} />
          ))}
        </ul>
      )}
    </section>,
    document.body,
  )
}

function Line({ transfer }: { transfer: Transfer }) {
  const t = useTranslations()
  const { bytes } = useFormat()
  const { key, name, size, state, share } = transfer
  const hasFailed = state === 'failed' || state === 'refused'
  return (
    <li>
      <span title={name}>{name}</span>
      <span data-state={state}>
        {state === 'done' && <IconCheck size={16} aria-hidden />}
        {state === 'done' && t('transfers.arrived')}
        {state === 'waiting' && t('transfers.waiting')}
        {state === 'sending' && t('transfers.of', { sent: bytes(share * size), size: bytes(size) })}
        {state === 'failed' && (
          <IconButton
            size="small"
            icon={IconRefresh}
            label={t('transfers.retry', { name })}
            onClick={() => transfers.retry(key)}
          />
        )}
        {state !== 'done' && (
          <IconButton
            size="small"
            icon={IconX}
            label={t(hasFailed ? 'transfers.dismiss' : 'transfers.cancel', { name })}
            onClick={() => transfers.cancel(key)}
          />
        )}
      </span>
      {state === 'sending' && <TransferBar share={share} name={name} />}
      {hasFailed && <Why {...transfer} />}
    </li>
  )
}

function Why({ error, rejection }: Transfer) {
  const message = useMessage()
  return <small role="alert">{rejection ?? message(error?.message ?? '', error?.params)}</small>
}
