import { officeToday } from '@kontor/contract/lib/text/locales'
import { portalMessages } from '@kontor/contract/messages/portal'
import { Button } from '@mantine/core'
import { IconClock, IconMessageCircle } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type {
  ChatMessage,
  Conversation,
  ConversationState,
  Outgoing,
} from '../../../components/chat/conversation.ts'
import { fileCalls } from '../../../components/chat/files/fileCalls.ts'
import { hasOwnText } from '../../../components/chat/files/files.ts'
import { SentFile } from '../../../components/chat/files/SentFile.tsx'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { TransferBar } from '../../../components/uploads/TransferBar.tsx'
import { dayOf, formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage, useMessage } from '../../../lib/i18n/i18n.tsx'
import { useIsDisconnected } from '../../../lib/realtime/connection.ts'
import classes from './ChatPage.module.css'

const FILES = fileCalls(portalMessages.file)

interface MessagesProps {
  conversation: Conversation
  state: ConversationState
  /** Position of the last message that the office has read. */
  seenUntil: string | null
}

/** The messages in order, with outgoing ones below. */
export function Messages({ conversation, state, seenUntil }: MessagesProps) {
  const t = useTranslations()
  const message = useMessage()
  const { messages, outgoing, isLoaded, error } = state
  const top = useChatScroll(conversation, state)
  if (!isLoaded && error) {
    return (
      <Notice icon={IconMessageCircle} title={t('portal.failed')} text={message(error.body.message)}>
        <Button onClick={() => void conversation.poll()}>{t('common.retry')}</Button>
      </Notice>
    )
  }
  if (!isLoaded) return <LoadingSkeleton count={4} height={64} />
  const lastSeen = messages.findLast((one) => !one.is_admin_response && one.updated_at <= (seenUntil ?? ''))
  return (
    <div className={classes.log} role="log" aria-label={t('chat.messages')}>
      <div ref={top} className={classes.top} />
      {messages.length + outgoing.length === 0 && (
        <Notice icon={IconMessageCircle} title={t('portal.chats.title')} text={t('portal.chat.start')} />
      )}
      {messages.map((one, index) => (
        <div key={one.id} style={{ display: 'contents' }}>
          <Day of={one} after={messages[index - 1]} />
          <Entry message={one} isSeen={one === lastSeen} />
        </div>
      ))}
      {outgoing.map((one) => (
        <OutgoingMessage key={one.key} message={one} conversation={conversation} />
      ))}
    </div>
  )
}

function Day({ of, after }: { of: ChatMessage; after: ChatMessage | undefined }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const day = dayOf(of.updated_at)
  if (after && dayOf(after.updated_at) === day) return null
  const isToday = day === officeToday()
  return <p className={classes.day}>{isToday ? t('chat.today') : formatOf(locale).day(day)}</p>
}

function Entry({ message, isSeen }: { message: ChatMessage; isSeen: boolean }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const time = formatOf(locale).time(message.updated_at)
  const author = message.is_admin_response && (message.user_admin ?? t('portal.chat.office'))
  return (
    <div className={classes.entry} data-own={!message.is_admin_response || undefined}>
      {message.file && <SentFile id={message.id} file={message.file} calls={FILES} />}
      {hasOwnText(message) && <p className={classes.bubble}>{message.message}</p>}
      <p className={classes.meta}>
        {author ? `${author} · ${time}` : time}
        {isSeen && ` · ${t('portal.chat.seen')}`}
      </p>
    </div>
  )
}

/** A message that is not on the server yet. A rejected one can be sent again or discarded. */
function OutgoingMessage({ message, conversation }: { message: Outgoing; conversation: Conversation }) {
  const t = useTranslations()
  const translate = useMessage()
  const isDisconnected = useIsDisconnected()
  const { key, file, share, failed } = message
  return (
    <div className={classes.entry} data-own data-waiting={!failed || undefined}>
      {file && (
        <div className={classes.bubble}>
          {file.name}
          {!failed && <TransferBar share={share} name={file.name} />}
        </div>
      )}
      {message.message && <p className={classes.bubble}>{message.message}</p>}
      {failed ? (
        <div className={classes.meta} data-failed role="alert">
          {translate(Object.values(failed.body.errors ?? {})[0]?.[0] ?? failed.body.message)}
          <button type="button" onClick={() => conversation.retry(key)}>
            {t('common.retry')}
          </button>
          <button type="button" onClick={() => conversation.discard(key)}>
            {t('chat.discard')}
          </button>
        </div>
      ) : (
        <p className={classes.meta}>
          <IconClock size={14} aria-hidden />
          {t(isDisconnected ? 'portal.chat.waiting' : 'portal.chat.sending')}
        </p>
      )}
    </div>
  )
}

/** Pixels from the end that count as at the end. */
const END_PX = 160

const toEnd = () => scrollTo({ top: document.documentElement.scrollHeight })

/**
 * Scrolling of the chat: stays at the end while the user is there or has just written, keeps the position
 * when older messages are prepended, and loads those when the returned element, the first in the log,
 * becomes visible.
 */
function useChatScroll(conversation: Conversation, { messages, outgoing, hasOlder }: ConversationState) {
  const top = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const height = useRef(0)
  const first = messages[0]?.id
  const known = useRef(first)
  const isEmpty = messages.length + outgoing.length === 0
  const written = outgoing.at(-1)?.key

  useEffect(() => {
    const onScroll = () => {
      const { scrollHeight } = document.documentElement
      isAtEnd.current = scrollY + innerHeight > scrollHeight - END_PX
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])

  useLayoutEffect(() => {
    const { scrollHeight } = document.documentElement
    if (known.current !== undefined && first !== known.current) scrollBy(0, scrollHeight - height.current)
    else if (isAtEnd.current) toEnd()
    known.current = first
    height.current = scrollHeight
  })

  // Sending scrolls to the end. The first load scrolls to the end after the router has restored its
  // position.
  useEffect(() => {
    if (isEmpty && !written) return
    isAtEnd.current = true
    const frame = requestAnimationFrame(toEnd)
    return () => cancelAnimationFrame(frame)
  }, [isEmpty, written])

  useEffect(() => {
    if (!top.current || !hasOlder || first === undefined) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !isAtEnd.current) void conversation.older()
    })
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [conversation, hasOlder, first])
  return top
}
