import { withoutMentions } from '@kontor/contract/lib/text/mentions'
import { useTranslations } from 'use-intl'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { useIsDisconnected } from '../../lib/realtime/connection.ts'
import { Mentioned } from '../editor/mentions/Mentioned.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { TransferBar } from '../uploads/TransferBar.tsx'
import classes from './chat.module.css'
import type { ChatMessage, Outgoing } from './conversation.ts'
import { hasOwnText } from './files/files.ts'
import { type FileCalls, SentFile } from './files/SentFile.tsx'

interface BubbleProps {
  message: ChatMessage
  files: FileCalls
  isOwn: boolean
  /** The previous message has the same author and minute. */
  continues: boolean
  ends: boolean
  /** The other side has read it. */
  isRead: boolean
}

/** One message. The author and time are below the last of a group. */
export function Bubble({ message, files, isOwn, continues, ends, isRead }: BubbleProps) {
  const t = useTranslations()
  const time = useFormat().time(message.updated_at)
  const details = [message.user_admin, time, isRead && t('chat.read')].filter(Boolean)
  return (
    <article
      className={classes.message}
      data-own={isOwn || undefined}
      data-continues={continues || undefined}
    >
      {message.file && <SentFile id={message.id} file={message.file} calls={files} />}
      {hasOwnText(message) && (
        <p className={classes.bubble}>
          {message.is_admin_response ? <Mentioned text={message.message} /> : message.message}
        </p>
      )}
      {ends && <p className={classes.details}>{details.join(' · ')}</p>}
    </article>
  )
}

interface OutgoingProps {
  outgoing: Outgoing
  onRetry: () => void
  onDiscard: () => void
}

/** A message of the current user that is not on the server yet. */
export function OutgoingBubble({
  outgoing: { message, file, share, failed },
  onRetry,
  onDiscard,
}: OutgoingProps) {
  const t = useTranslations()
  const text = useMessage()
  const isDisconnected = useIsDisconnected()
  return (
    <article className={classes.message} data-own data-waits={failed ? undefined : ''}>
      {file && (
        <div className={classes.bubble}>
          {file.name}
          {!failed && <TransferBar share={share} name={file.name} />}
        </div>
      )}
      {message && <p className={classes.bubble}>{withoutMentions(message)}</p>}
      {failed ? (
        <p className={classes.details} data-bad>
          {text(Object.values(failed.body.errors ?? {})[0]?.[0] ?? failed.body.message)}{' '}
          <LinkButton onClick={onRetry}>{t('common.retry')}</LinkButton>{' '}
          <LinkButton onClick={onDiscard}>{t('chat.discard')}</LinkButton>
        </p>
      ) : (
        <p className={classes.details}>{t(isDisconnected ? 'chat.waiting' : 'chat.sending')}</p>
      )}
    </article>
  )
}
