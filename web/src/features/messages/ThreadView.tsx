import { shellRoutes } from '@kontor/contract/lib/http/about'
import { MAX_MESSAGE, type MessageThread, messages, POLL } from '@kontor/contract/messages'
import { IconArrowLeft, IconMessagePlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Composer } from '../../components/chat/Composer.tsx'
import type { Conversation } from '../../components/chat/conversation.ts'
import { fileCalls } from '../../components/chat/files/fileCalls.ts'
import { MessageList } from '../../components/chat/MessageList.tsx'
import { useConversation, useReadMark } from '../../components/chat/useConversation.ts'
import { IconButton } from '../../components/ui/IconButton.tsx'
import { Notice } from '../../components/ui/Notice.tsx'
import { apiRequest, newKey } from '../../lib/api/apiRequest.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useEvents } from '../../lib/realtime/useEvents.ts'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import classes from './ThreadView.module.css'

const FILES = fileCalls(messages.file)

interface ThreadViewProps {
  /** Heading level: below that of the dialog or the screen. */
  level: 'h2' | 'h3'
  thread: MessageThread
  conversation: Conversation
  draft: string
  onDraft: (text: string) => void
  /** The office has read further messages. */
  onRead: () => void
}

/** The conversation with one user of a partner. */
export function ThreadView({ level, thread, conversation, draft, onDraft, onRead }: ThreadViewProps) {
  const t = useTranslations()
  const state = useConversation(conversation, POLL.messages)
  useEvents('messages', (data) => {
    if (!data?.message_thread_id || data.message_thread_id === thread.id) void conversation.poll()
  })
  const can = usePermission()
  const me = useApiQuery(shellRoutes.me, {}, { staleTime: Infinity })
  useReadMark(thread.unread, state, can(messages.read.permission), async (last_message_timestamp) => {
    await apiRequest(messages.read, { params: { id: String(thread.id) }, body: { last_message_timestamp } })
    onRead()
  })
  return (
    <section className={classes.view} aria-label={thread.user}>
      <ThreadHeader thread={thread} level={level} />
      <MessageList
        conversation={conversation}
        state={state}
        files={FILES}
        ownSide="office"
        readUntil={thread.user_read_at}
        empty={<Notice icon={IconMessagePlus} title={t('chat.start')} text="" />}
      />
      {!thread.is_open && <p className={classes.closed}>{t('validation.chat_closed')}</p>}
      {can(messages.send.permission) && (
        <Composer
          draft={draft}
          onDraft={onDraft}
          attached={conversation.attached}
          onSend={(text, file) => conversation.send(text, newKey(), file)}
          max={MAX_MESSAGE}
          isClosed={!thread.is_open}
          kind="chat"
          values={{
            partner: thread.partner?.name,
            korisnik: thread.user,
            user: thread.user,
            potpis: me.data?.name,
            signature: me.data?.name,
          }}
        />
      )}
    </section>
  )
}

/** The user, the training, the partner with a link, and on a phone the way back to the threads. */
function ThreadHeader({
  thread: { user, partner, slider },
  level: Heading,
}: Pick<ThreadViewProps, 'thread' | 'level'>) {
  const t = useTranslations()
  const navigate = useNavigate()
  return (
    <header className={classes.head}>
      <IconButton
        className={classes.back}
        icon={IconArrowLeft}
        label={t('chat.back')}
        onClick={() => void navigate({ to: '.', search: {}, state: true })}
      />
      <Heading>{user}</Heading>
      <span className={classes.training}>{slider.name}</span>
      {partner && (
        <>
          {partner.name !== user && (
            <span className={classes.partner}>
              <PartnerLink {...partner} />
            </span>
          )}
          <Link className={classes.open} to={`/partners/${partner.id}`}>
            {t('partners.open')}
          </Link>
        </>
      )}
    </header>
  )
}
