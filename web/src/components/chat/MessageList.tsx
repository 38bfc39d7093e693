import { daysAgo } from '@kontor/contract/lib/text/locales'
import { Button, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { dayOf } from '../../lib/i18n/format.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { NotLoaded } from '../ui/ErrorPages.tsx'
import { Bubble, OutgoingBubble } from './Bubble.tsx'
import classes from './chat.module.css'
import type { ChatMessage, Conversation, ConversationState } from './conversation.ts'
import type { FileCalls } from './files/SentFile.tsx'

interface MessageListProps {
  conversation: Conversation
  state: ConversationState
  /** The calls for the files of its messages. */
  files: FileCalls
  /** The side whose messages are at the right. */
  ownSide: 'office' | 'partner'
  /** Time up to which the other side has read. */
  readUntil: string | null
  /** Shown when there are no messages. */
  empty: ReactNode
}

/** Pixels from an edge that count as at the edge. */
const EDGE_PX = 80
/** Milliseconds within which messages of one author form a group. */
const GROUP_MS = 5 * 60_000

/**
 * The messages of a thread, grouped by day. It stays at the newest message, or at the reader's scroll
 * position while older or newer messages are added.
 */
export function MessageList({ conversation, state, files, ownSide, readUntil, empty }: MessageListProps) {
  const t = useTranslations()
  const { messages, outgoing, isLoadingOlder } = state
  const { list, isAway, onScroll, toEnd } = useScroll(state, conversation)
  const isOwn = (message: ChatMessage) => message.is_admin_response === (ownSide === 'office')
  const lastOwn = messages.findLast(isOwn)
  return (
    <div className={classes.container}>
      <section
        ref={list}
        className={classes.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
        tabIndex={0}
        aria-label={t('chat.messages')}
        onScroll={onScroll}
      >
        <div className={classes.inner}>
          {isLoadingOlder && (
            <Loader size="sm" className={classes.loadMore ?? ''} aria-label={t('common.loading')} />
          )}
          {state.error && !state.isLoaded && (
            <NotLoaded error={state.error} onRetry={() => void conversation.poll()} />
          )}
          {state.isLoaded && messages.length + outgoing.length === 0 && empty}
          {messages.map((message, at) => (
            <Fragment key={message.id}>
              {startsDay(messages[at - 1], message) && <Day moment={message.updated_at} />}
              <Bubble
                message={message}
                files={files}
                isOwn={isOwn(message)}
                continues={isSameGroup(messages[at - 1], message)}
                ends={!isSameGroup(message, messages[at + 1])}
                isRead={message === lastOwn && readUntil !== null && readUntil >= message.updated_at}
              />
            </Fragment>
          ))}
          {outgoing.map((one) => (
            <OutgoingBubble
              key={one.key}
              outgoing={one}
              onRetry={() => conversation.retry(one.key)}
              onDiscard={() => conversation.discard(one.key)}
            />
          ))}
        </div>
      </section>
      {isAway && (
        <Button
          className={classes.toEnd ?? ''}
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowDown size={14} />}
          onClick={toEnd}
        >
          {t('chat.to_end')}
        </Button>
      )}
    </div>
  )
}

function Day({ moment }: { moment: string }) {
  const t = useTranslations()
  const { fullDay } = useFormat()
  const ago = daysAgo(moment)
  return (
    <h3 className={classes.day}>
      <span>{ago === 0 ? t('chat.today') : ago === 1 ? t('chat.yesterday') : fullDay(dayOf(moment))}</span>
    </h3>
  )
}

const startsDay = (before: ChatMessage | undefined, { updated_at }: ChatMessage) =>
  !before || dayOf(before.updated_at) !== dayOf(updated_at)

/** Whether two messages belong to one group: same author, within `GROUP_MS`. */
function isSameGroup(before: ChatMessage | undefined, after: ChatMessage | undefined) {
  if (!before || !after || before.is_admin_response !== after.is_admin_response) return false
  if (before.user_admin !== after.user_admin || startsDay(before, after)) return false
  return Date.parse(after.updated_at) - Date.parse(before.updated_at) < GROUP_MS
}

/**
 * Keeps the scroll position when messages are added: at the end if the user was at the end, else at the
 * message in view.
 */
function useScroll(
  { messages, outgoing, hasOlder, isLoaded }: ConversationState,
  conversation: Conversation,
) {
  const list = useRef<HTMLElement>(null)
  const was = useRef({ atEnd: true, height: 0, first: 0, last: 0, sending: 0 })
  const [isAway, setAway] = useState(false)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const first = messages[0]?.id ?? 0
    const last = messages.at(-1)?.id ?? 0
    const { atEnd, height, sending, ...before } = was.current
    const hasPrepended = before.first !== 0 && before.first !== first
    if (hasPrepended) element.scrollTop += element.scrollHeight - height
    else if (atEnd || outgoing.length > sending) element.scrollTop = element.scrollHeight
    else if (before.last !== last) setAway(true)
    Object.assign(was.current, { first, last, sending: outgoing.length, height: element.scrollHeight })
    if (isLoaded && hasOlder && element.scrollHeight <= element.clientHeight) void conversation.older()
  }, [messages, outgoing, hasOlder, isLoaded, conversation])
  const onScroll = () => {
    const element = list.current
    if (!element) return
    was.current.atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < EDGE_PX
    was.current.height = element.scrollHeight
    if (was.current.atEnd) setAway(false)
    if (element.scrollTop < EDGE_PX) void conversation.older()
  }
  const toEnd = () => list.current?.scrollTo({ top: list.current.scrollHeight })
  return { list, isAway, onScroll, toEnd }
}
