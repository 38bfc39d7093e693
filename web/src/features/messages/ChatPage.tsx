import { type MessageThread, messages, POLL } from '@kontor/contract/messages'
import { sliders } from '@kontor/contract/sliders'
import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconMessageOff, IconMessages, IconSend, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Conversation } from '../../kit/chat/conversation.ts'
import { playTone } from '../../kit/chat/tone.ts'
import { useNews } from '../../kit/chat/useNews.ts'
import { useUnsent } from '../../kit/chat/useUnsent.ts'
import { Dialog } from '../../kit/dialog/Dialog.tsx'
import { events } from '../../kit/live/events.ts'
import { useEvents, useIsLive } from '../../kit/live/useEvents.ts'
import { IconButton } from '../../kit/look/IconButton.tsx'
import { Notice } from '../../kit/look/Notice.tsx'
import { call } from '../../kit/net/call.ts'
import { useRoute } from '../../kit/net/useRoute.ts'
import { notify } from '../../kit/notify/notify.tsx'
import { useMay } from '../../kit/rights/useMay.ts'
import { NotFound } from '../../kit/router/NotFound.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import classes from './ChatPage.module.css'
import { EveryoneDialog } from './EveryoneDialog.tsx'
import { ThreadList } from './ThreadList.tsx'
import { ThreadView } from './ThreadView.tsx'
import { texts } from './texts.ts'

/** The chat of one slider on the whole screen: its threads left, the chosen one right. */
export function ChatPage() {
  const params: Record<string, unknown> = useParams({ strict: false })
  const id = String(params.id)
  const slider = useRoute(sliders.one, { params: { id } })
  if (slider.error && [404, 422].includes(slider.error.status)) return <NotFound />
  return <Chat key={id} sliderId={Number(id)} name={slider.data?.name ?? ''} />
}

function Chat({ sliderId, name }: { sliderId: number; name: string }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const query: Record<string, unknown> = useSearch({ strict: false })
  const chosen = Number(query.thread) || null
  const [sound, setSound] = useLocalStorage({ key: 'chat-sound', defaultValue: 'on' })
  const [drafts, setDrafts] = useState<Record<number, string>>({})
  const [writesToAll, setWritesToAll] = useState(false)
  const { data, refetch } = useThreads(sliderId)
  const threads = data ?? NONE
  const isLoaded = data !== undefined
  const { news, marked } = useToldNews(data, chosen, sound)
  const conversationOf = useConversations()
  useEffect(() => events.stayAwake(), [])
  const thread = threads.find(({ id }) => id === chosen)
  const unread = threads.filter((one) => one.unread > 0 && one.id !== chosen).length
  useUnsent(Object.values(drafts).some((draft) => draft.trim() !== ''))
  // Where one has come from, before other threads are chosen.
  const [back] = useState(() => history.state?.back ?? { to: '/sliders', search: history.state?.list ?? {} })
  const close = () => void navigate(back)
  return (
    <Dialog
      full
      title={name}
      onClose={close}
      about={<About figures={isLoaded && t('chat.figures', { threads: threads.length, unread })} />}
      tools={
        <Tools
          sound={sound}
          onSound={setSound}
          canWrite={threads.length > 0}
          onWrite={() => setWritesToAll(true)}
        />
      }
    >
      <div className={classes.chat} data-open={thread ? '' : undefined}>
        <ThreadList threads={threads} marked={marked} isLoaded={isLoaded} chosen={chosen} />
        {thread ? (
          <ThreadView
            key={thread.id}
            thread={thread}
            conversation={conversationOf(thread.id)}
            onRead={() => void refetch()}
            draft={drafts[thread.id] ?? ''}
            onDraft={(text) => setDrafts((all) => ({ ...all, [thread.id]: text }))}
          />
        ) : (
          <div className={classes.nothing}>{isLoaded && <Nothing threads={threads} />}</div>
        )}
      </div>
      <p className={classes.said} role="status">
        {news}
      </p>
      {writesToAll && (
        <EveryoneDialog sliderId={sliderId} count={threads.length} onClose={() => setWritesToAll(false)} />
      )}
    </Dialog>
  )
}

/** New messages are heard, and said to screen readers. */
function useToldNews(threads: readonly MessageThread[] | undefined, chosen: number | null, sound: string) {
  const t = useTexts(texts)
  const [news, setNews] = useState('')
  const marked = useNews(threads, chosen, (told) => {
    if (sound === 'on') playTone()
    setNews(t('chat.news', { name: told[0]?.user ?? '', text: told[0]?.last_message?.message ?? '' }))
  })
  return { news, marked }
}

function About({ figures }: { figures: string | false }) {
  const t = useTexts(texts)
  return (
    <>
      <span className={classes.type}>{t('chat.training')}</span>
      <span className={classes.figures}>{figures}</span>
    </>
  )
}

interface ToolsProps {
  sound: string
  onSound: (sound: 'on' | 'off') => void
  canWrite: boolean
  onWrite: () => void
}

/** The sound of new messages, and a message to everyone. */
function Tools({ sound, onSound, canWrite, onWrite }: ToolsProps) {
  const t = useTexts(texts)
  const mayWrite = useMay()(messages.sendToEveryone.needs)
  const isOn = sound === 'on'
  return (
    <>
      <IconButton
        icon={isOn ? IconVolume : IconVolumeOff}
        label={t(isOn ? 'chat.mute' : 'chat.unmute')}
        onClick={() => onSound(isOn ? 'off' : 'on')}
      />
      {mayWrite && (
        <Button
          variant="default"
          leftSection={<IconSend size={16} stroke={1.6} />}
          disabled={!canWrite}
          onClick={onWrite}
        >
          <span className={classes.everyone}>{t('chat.everyone')}</span>
        </Button>
      )}
    </>
  )
}

const NONE: readonly MessageThread[] = []

/** The threads of a slider. While the server cannot tell of changes they are asked for, and a late answer is let go. */
function useThreads(sliderId: number) {
  const isLive = useIsLive()
  const threads = useRoute(
    messages.threads,
    { body: { slider_id: sliderId } },
    { every: () => !isLive && POLL.threads, timeOut: POLL.timeOut, hidden: true },
  )
  useEvents('messages', (data) => {
    if (!data || data.slider_id === sliderId) void threads.refetch()
  })
  return threads
}

/** The conversations that were opened, kept so that what is on its way is sent while one looks at another. */
function useConversations() {
  const t = useTexts(texts)
  const [opened] = useState(() => new Map<number, Conversation>())
  return (message_thread_id: number) => {
    const known = opened.get(message_thread_id) ?? open(message_thread_id, t('chat.sent'))
    opened.set(message_thread_id, known)
    return known
  }
}

const open = (message_thread_id: number, success: string) =>
  new Conversation({
    page: (query) => call(messages.ofThread, { body: { message_thread_id, ...query } }),
    send: async (message, idempotencyKey) => {
      const sent = await call(messages.send, { body: { message_thread_id, message }, idempotencyKey })
      notify.success(success, { above: true })
      return sent
    },
  })

function Nothing({ threads }: { threads: readonly MessageThread[] }) {
  const t = useTexts(texts)
  return threads.length === 0 ? (
    <Notice icon={IconMessageOff} title={t('chat.nobody')} text={t('chat.nobody_text')} />
  ) : (
    <Notice icon={IconMessages} title={t('chat.choose')} text={t('chat.choose_text')} />
  )
}
