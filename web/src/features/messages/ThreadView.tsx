import { shellCalls } from '@kontor/contract/kit/api/about'
import { MAX_MESSAGE, type MessageThread, messages, POLL } from '@kontor/contract/messages'
import { IconArrowLeft, IconMessagePlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Composer } from '../../kit/chat/Composer.tsx'
import type { Conversation } from '../../kit/chat/conversation.ts'
import { MessageList } from '../../kit/chat/MessageList.tsx'
import { useConversation } from '../../kit/chat/useConversation.ts'
import { useReadMark } from '../../kit/chat/useReadMark.ts'
import { useUnsent } from '../../kit/chat/useUnsent.ts'
import { useEvents } from '../../kit/live/useEvents.ts'
import { IconButton } from '../../kit/look/IconButton.tsx'
import { Notice } from '../../kit/look/Notice.tsx'
import { call } from '../../kit/net/call.ts'
import { newKey } from '../../kit/net/newKey.ts'
import { useRoute } from '../../kit/net/useRoute.ts'
import { useMay } from '../../kit/rights/useMay.ts'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import classes from './ThreadView.module.css'
import { texts } from './texts.ts'

interface Props {
  /** Of its heading: below that of a dialog or of the screen. */
  level: 'h2' | 'h3'
  thread: MessageThread
  conversation: Conversation
  draft: string
  onDraft: (text: string) => void
  /** The office has read on. */
  onRead: () => void
}

/** The conversation with one partner's user. */
export function ThreadView({ level: Heading, thread, conversation, draft, onDraft, onRead }: Props) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const state = useConversation(conversation, POLL.messages)
  useEvents('messages', (data) => {
    if (!data?.message_thread_id || data.message_thread_id === thread.id) void conversation.poll()
  })
  const may = useMay()
  const me = useRoute(shellCalls.me, {}, { fresh: Infinity })
  useReadMark(thread.unread, state, may(messages.read.needs), async (last_message_timestamp) => {
    await call(messages.read, { params: { id: String(thread.id) }, body: { last_message_timestamp } })
    onRead()
  })
  useUnsent(state.outgoing.length > 0)
  return (
    <section className={classes.view} aria-label={thread.user}>
      <header className={classes.head}>
        <IconButton
          className={classes.back}
          icon={IconArrowLeft}
          label={t('chat.back')}
          onClick={() => void navigate({ to: '.', search: {}, state: true })}
        />
        <Heading>{thread.user}</Heading>
        {thread.partner && (
          <>
            {thread.partner.name !== thread.user && (
              <span className={classes.partner}>
                <PartnerLink {...thread.partner} />
              </span>
            )}
            <Link className={classes.open} to={`/partners/${thread.partner.id}`}>
              {t('chat.open_partner')}
            </Link>
          </>
        )}
      </header>
      <MessageList
        conversation={conversation}
        state={state}
        own="office"
        readUntil={thread.user_read_at}
        empty={<Notice icon={IconMessagePlus} title={t('chat.start')} text="" />}
      />
      {may(messages.send.needs) && (
        <Composer
          draft={draft}
          onDraft={onDraft}
          onSend={(text) => conversation.send(text, newKey())}
          max={MAX_MESSAGE}
          kind="chat"
          values={{ partner: thread.partner?.name, korisnik: thread.user, potpis: me.data?.name }}
        />
      )}
    </section>
  )
}
