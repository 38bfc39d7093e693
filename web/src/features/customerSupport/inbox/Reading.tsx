import { customerSupport } from '@kontor/contract/customerSupport'
import { type SupportConversation, supportInbox } from '@kontor/contract/customerSupport/inbox'
import { shellRoutes } from '@kontor/contract/lib/http/about'
import { MAX_MESSAGE, POLL } from '@kontor/contract/messages'
import { IconUserCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Composer } from '../../../components/chat/Composer.tsx'
import type { ChatMessage, Conversation } from '../../../components/chat/conversation.ts'
import { fileCalls } from '../../../components/chat/files/fileCalls.ts'
import { MessageList } from '../../../components/chat/MessageList.tsx'
import { useConversation, useReadMark } from '../../../components/chat/useConversation.ts'
import { toSent, toWritten } from '../../../components/editor/mentions/mentionText.ts'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { NotFound, NotLoaded } from '../../../components/ui/ErrorPages.tsx'
import { LinkButton } from '../../../components/ui/LinkButton.tsx'
import { apiRequest, newKey } from '../../../lib/api/apiRequest.ts'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { dayOf } from '../../../lib/i18n/format.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { storeFirst } from '../../../lib/offline/cache.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { useEvents } from '../../../lib/realtime/useEvents.ts'
import { session } from '../../../lib/session/session.ts'
import { useShortcuts } from '../../../lib/shortcuts/useShortcuts.ts'
import classes from './Reading.module.css'
import { BackButton, ReadingHeader } from './ReadingHeader.tsx'
import { confirmations, conversationOf, excerptOf, lastPosition, resolving } from './threads.ts'
import { type useInbox, useInboxPolling } from './useInbox.ts'
import { useResolve } from './useResolve.ts'

const nameOf = (id: number) => session.userKey(`support-draft:${id}`)

/** Unsent text per conversation and user: survives switching and reload. */
const drafts = {
  of: (id: number) => localStorage.getItem(nameOf(id)) ?? '',
  storeFirst(id: number, text: string) {
    if (text === '') localStorage.removeItem(nameOf(id))
    else storeFirst(nameOf(id), text)
  },
}

const FILES = fileCalls(supportInbox.file)

interface ReadingProps {
  id: number
  inbox: ReturnType<typeof useInbox>
}

/** One conversation: the partner, the facts for answering, the messages, and the reply field. */
export function Reading({ id, inbox }: ReadingProps) {
  const t = useTranslations()
  const { data, error, refetch } = useApiQuery(
    supportInbox.one,
    { params: { id: String(id) } },
    { refetchInterval: useInboxPolling() },
  )
  const [conversation] = useState(() => conversationOf(id))
  if (error && [404, 422].includes(error.status)) return <NotFound />
  return (
    <section
      className={classes.reading}
      aria-label={data?.partner.name ?? t('support.conversation')}
      onPointerDownCapture={inbox.markViewed}
      onWheelCapture={inbox.markViewed}
      onKeyDownCapture={({ repeat }) => repeat || inbox.markViewed()}
    >
      {data && <Open row={data} inbox={inbox} conversation={conversation} />}
      {error && !data && (
        <>
          <header className={classes.head}>
            <BackButton inbox={inbox} />
          </header>
          <NotLoaded error={error} onRetry={() => void refetch()} />
        </>
      )}
    </section>
  )
}

interface OpenProps {
  row: SupportConversation
  inbox: ReadingProps['inbox']
  conversation: Conversation
}

function Open({ row, inbox, conversation }: OpenProps) {
  const t = useTranslations()
  const can = usePermission()
  const { id, unread, user_read_at } = row
  const canAnswer = can(supportInbox.reply.permission)
  const state = useConversation(conversation, POLL.messages)
  const shown = useMemo(() => withNames(state, row.user.name), [state, row.user.name])
  const resolve = useResolve(row, inbox, conversation)
  useEvents('support_message', (data) => {
    if (!data || data.id === id) void conversation.poll()
  })
  const isViewed = inbox.autoOpened !== id
  useReadMark(
    unread,
    state,
    isViewed && can(supportInbox.read.permission),
    async (last_message_timestamp) => {
      await apiRequest(supportInbox.read, { params: { id: String(id) }, body: { last_message_timestamp } })
      void inbox.refetch()
    },
  )
  useShortcuts([
    {
      key: 'r',
      label: t('support.reply'),
      when: canAnswer,
      run: () => document.querySelector<HTMLElement>(`.${classes.reading} textarea`)?.focus(),
    },
  ])
  return (
    <>
      <ReadingHeader
        row={row}
        inbox={inbox}
        {...(can(customerSupport.toggle.permission) && { onResolve: resolve.run })}
      />
      <Facts row={row} />
      <Taken row={row} />
      <MessageList
        conversation={conversation}
        state={shown}
        files={FILES}
        ownSide="office"
        readUntil={user_read_at}
        empty={null}
      />
      {canAnswer && <Answer row={row} conversation={conversation} onResolved={resolve.announce} />}
      {resolve.question}
    </>
  )
}

/** Facts about the partner for answering, as far as the user has permission. */
function Facts({ row: { figures, written, last_order } }: { row: SupportConversation }) {
  const t = useTranslations()
  const { euro, date } = useFormat()
  const facts = [
    ...(figures
      ? [
          { text: t('support.debt'), value: euro(figures.debt), is: ofFigure(figures.debt, '') },
          {
            text: t('support.overdue'),
            value: euro(figures.outOfCurrency),
            is: ofFigure(figures.outOfCurrency, 'bad'),
          },
        ]
      : []),
    { text: t('support.written'), value: t('support.written_count', { ...written }), is: '' },
    ...(last_order
      ? [
          {
            text: t('support.last_order'),
            value: `${date(dayOf(last_order.at))}, ${last_order.product.name}, ${t('order.pieces', { count: last_order.quantity })}`,
            is: '',
          },
        ]
      : []),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(({ text, value, is }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd data-is={is || undefined} title={value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** No debt is muted. */
const ofFigure = (text: string, otherwise: string) => (Number.parseFloat(text) === 0 ? 'none' : otherwise)

/** The assignee, with buttons to take, take over or release the conversation. */
function Taken({ row }: { row: SupportConversation }) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const can = usePermission()
  const mutation = useApiMutation(supportInbox.take)
  const { id, taken_by, taken_at, is_active, is_mine: isMine } = row
  const canTake = can(supportInbox.take.permission) && is_active
  if (!taken_by && !canTake) return null
  const press = () =>
    mutation.mutate({
      params: { id: String(id) },
      body: { taken: !isMine, ...(taken_by && !isMine && { over: true }) },
    })
  return (
    <p className={classes.taken}>
      {taken_by && taken_at ? (
        <>
          <IconUserCheck size={16} aria-hidden />
          {`${t('support.taken', { name: taken_by.name })} · ${dateTime(taken_at)}`}
        </>
      ) : (
        t('support.taken_by_nobody')
      )}
      {canTake && (
        <LinkButton disabled={mutation.isPending} onClick={press}>
          {t(isMine ? 'support.leave' : taken_by ? 'support.take_over' : 'support.take')}
        </LinkButton>
      )}
    </p>
  )
}

interface AnswerProps extends Pick<OpenProps, 'row' | 'conversation'> {
  onResolved: () => void
}

/** The reply field. Unsent text is stored. */
function Answer({ row, conversation, onResolved }: AnswerProps) {
  const t = useTranslations()
  const me = useApiQuery(shellRoutes.me, {}, { staleTime: Infinity }).data
  const { id, partner, user, is_active } = row
  const [draft, setDraft] = useState(() => drafts.of(id))
  const write = (text: string) => {
    setDraft(text)
    drafts.storeFirst(id, text)
  }
  const send = (text: string, file: File | null, seen?: string | false) => {
    const key = newKey()
    if (seen !== false) resolving.set(key, { seen, onResolved })
    conversation.send(text, key, file)
  }
  const question = useUnseen(id, conversation, async (text, file, newMessages, isSent) => {
    if (isSent) send(toSent(text), file, newMessages.at(-1)?.updated_at)
    else {
      write([text, drafts.of(id)].filter(Boolean).join('\n'))
      if (file) conversation.attached.put(file)
    }
  })
  return (
    <>
      <Composer
        draft={draft}
        onDraft={write}
        attached={conversation.attached}
        onSend={(text, file) => send(text, file, false)}
        max={MAX_MESSAGE}
        kind="support"
        skipsAutoFocus
        values={{
          partner: partner.name,
          korisnik: user.name,
          user: user.name,
          potpis: me?.name,
          signature: me?.name,
        }}
        {...(is_active && {
          also: {
            label: t('support.send_resolve'),
            onSend: (text: string, file: File | null) => send(text, file, lastPosition(conversation)),
          },
        })}
      />
      {question}
    </>
  )
}

/** Confirms resolving when the partner has written meanwhile. Cancelling restores the text. */
function useUnseen(
  id: number,
  conversation: Conversation,
  onAnswer: (text: string, file: File | null, newMessages: readonly ChatMessage[], isSent: boolean) => void,
) {
  const t = useTranslations()
  const [question, ask] = useConfirm()
  const receive = useEffectEvent(async (key: string, text: string, newMessages: readonly ChatMessage[]) => {
    void conversation.poll()
    const isSent = await ask({
      title: t('support.unseen'),
      text: t('support.unseen_text', { text: excerptOf(newMessages) }),
      action: t('support.unseen_send'),
      cancel: t('support.unseen_back'),
    })
    const file = conversation.fileOf(key)
    conversation.discard(key)
    resolving.delete(key)
    onAnswer(toWritten(text), file, newMessages, isSent)
  })
  useEffect(() => {
    confirmations.set(id, (...args) => void receive(...args))
    return () => void confirmations.delete(id)
  }, [id])
  return question
}

/** Adds the name of the partner's user to its messages; a conversation has one user. */
const withNames = <
  S extends { messages: readonly { is_admin_response: boolean; user_admin: string | null }[] },
>(
  state: S,
  name: string,
): S => ({
  ...state,
  messages: state.messages.map((one) => (one.is_admin_response ? one : { ...one, user_admin: name })),
})
