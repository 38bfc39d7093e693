import { type MessageThread, messages, POLL } from '@kontor/contract/messages'
import { conversationStart } from '@kontor/contract/messages/start'
import { sliderList, sliders } from '@kontor/contract/sliders'
import { VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconMessageOff, IconMessages } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { conversationsOf } from '../../components/chat/conversation.ts'
import { useUnsentDraft } from '../../components/chat/useConversation.ts'
import { useConversationStart } from '../../components/chat/useConversationStart.ts'
import { NotFound, NotLoaded } from '../../components/ui/ErrorPages.tsx'
import { Notice } from '../../components/ui/Notice.tsx'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { refetchCached } from '../../lib/api/queries.ts'
import { routeKey, useApiQuery } from '../../lib/api/useApiQuery.ts'
import { events } from '../../lib/realtime/events.ts'
import { useEvents, usePollingUnlessLive, useStaleWhenHidden } from '../../lib/realtime/useEvents.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { ChatFrame } from './ChatFrame.tsx'
import classes from './ChatPage.module.css'
import { EveryoneDialog } from './EveryoneDialog.tsx'
import { ThreadList } from './ThreadList.tsx'
import { ThreadView } from './ThreadView.tsx'
import { useNewMessageTone } from './useNewMessageTone.ts'

const NewConversationDialog = lazyPart(() => import('./NewConversationDialog.tsx'), 'NewConversationDialog')

/**
 * The conversations of all sliders, or of one slider in full screen: threads at the left, the selected
 * one at the right.
 */
export function ChatPage() {
  const params: Record<string, unknown> = useParams({ strict: false })
  const id = params.id === undefined ? undefined : String(params.id)
  const slider = useApiQuery(sliders.one, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  if (slider.error && [404, 422].includes(slider.error.status)) return <NotFound />
  return <Chat key={id} sliderId={id === undefined ? undefined : Number(id)} name={slider.data?.name ?? ''} />
}

/** Without a slider id: all sliders. */
function Chat({ sliderId, name }: { sliderId: number | undefined; name: string }) {
  const t = useTranslations()
  const query: Record<string, unknown> = useSearch({ strict: false })
  const chosen = Number(query.thread) || null
  const [sound, setSound] = useLocalStorage({ key: 'chat-sound', defaultValue: 'on' })
  const [drafts, setDrafts] = useState<Record<number, string>>({})
  const [writesToAll, setWritesToAll] = useState(false)
  const conversationStarting = useConversationStart()
  const { data, error, refetch } = useThreads(sliderId, chosen)
  const threads = data ?? NONE
  const isLoaded = data !== undefined
  const { news, marked } = useNewMessageTone(data, chosen, sound)
  useEffect(() => events.keepOpen(), [])
  const thread = threads.find(({ id }) => id === chosen)
  const open = threads.filter(({ is_open }) => is_open).length
  const unread = threads.filter((one) => one.unread > 0 && one.id !== chosen).length
  useUnsentDraft(Object.values(drafts).some((draft) => draft.trim() !== ''))
  return (
    <ChatFrame
      sliderId={sliderId}
      name={name}
      sound={sound}
      figures={isLoaded && t('chat.figures', { threads: threads.length, unread })}
      onSound={setSound}
      canWrite={open > 0}
      onWrite={() => setWritesToAll(true)}
      onStart={conversationStarting.open}
    >
      <div className={classes.chat} data-open={thread ? '' : undefined}>
        <ThreadList
          threads={threads}
          marked={marked}
          isLoaded={isLoaded || error !== null}
          chosen={chosen}
          isAllSliders={sliderId === undefined}
        />
        {thread ? (
          <ThreadView
            key={thread.id}
            level={sliderId === undefined ? 'h2' : 'h3'}
            thread={thread}
            conversation={conversationOf(thread.id)}
            onRead={() => void refetch()}
            draft={drafts[thread.id] ?? ''}
            onDraft={(text) => setDrafts((all) => ({ ...all, [thread.id]: text }))}
          />
        ) : (
          <div className={classes.nothing} data-failed={error && !isLoaded ? '' : undefined}>
            {isLoaded ? (
              <NoThread threads={threads} />
            ) : (
              error && <NotLoaded error={error} onRetry={() => void refetch()} />
            )}
          </div>
        )}
      </div>
      <VisuallyHidden component="p" role="status">
        {news}
      </VisuallyHidden>
      {writesToAll && sliderId !== undefined && (
        <EveryoneDialog sliderId={sliderId} count={open} onClose={() => setWritesToAll(false)} />
      )}
      {conversationStarting.partnerId !== null && (
        <NewConversationDialog
          title={t('chat.new')}
          list={sliderList}
          route={conversationStart.start}
          partnerId={conversationStarting.partnerId}
          training={String(sliderId ?? '')}
          onStarted={(thread, training) =>
            conversationStarting.show(
              { thread: String(thread) },
              sliderId && training !== sliderId ? `/sliders/${training}/chat` : '.',
            )
          }
          onClose={conversationStarting.close}
        />
      )}
    </ChatFrame>
  )
}

const THREADS = [messages.threads]
const NONE: readonly MessageThread[] = []

/**
 * The threads of a slider, or of all sliders including the selected thread. Polls while the event stream
 * is down; a late response is aborted.
 */
function useThreads(slider_id: number | undefined, chosen: number | null) {
  const queries = useQueryClient()
  const threads = useApiQuery(
    messages.threads,
    {
      body:
        slider_id === undefined ? { all: true, ...(chosen && { message_thread_id: chosen }) } : { slider_id },
    },
    {
      refetchInterval: usePollingUnlessLive(POLL.threads),
      timeout: POLL.timeOut,
      refetchIntervalInBackground: true,
      keepPrevious: true,
    },
  )
  useEvents('messages', (data) => {
    if (!data || !slider_id || data.slider_id === slider_id)
      refetchCached(queries, routeKey(messages.threads))
  })
  useEvents('sliders', () => refetchCached(queries, routeKey(messages.threads))) // a hidden one closes its threads
  useStaleWhenHidden(THREADS)
  return threads
}

const conversationOf = conversationsOf((message_thread_id) => ({
  page: (query) => apiRequest(messages.ofThread, { body: { message_thread_id, ...query } }),
  send: async (message, idempotencyKey, attached) => {
    const sent = await (attached
      ? apiRequest(
          messages.sendFile,
          {
            form: { message_thread_id: String(message_thread_id), message },
            files: { file: attached.file },
            idempotencyKey,
          },
          attached,
        )
      : apiRequest(messages.send, { body: { message_thread_id, message }, idempotencyKey }))
    notify.success('chat.sent', { above: true })
    return sent
  },
}))

function NoThread({ threads }: { threads: readonly MessageThread[] }) {
  const t = useTranslations()
  return threads.length === 0 ? (
    <Notice icon={IconMessageOff} title={t('chat.nobody')} text={t('chat.nobody_text')} />
  ) : (
    <Notice icon={IconMessages} title={t('chat.choose')} text={t('chat.choose_text')} />
  )
}
