import { type AppSupportMessage, appCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { MAX_MESSAGE, POLL } from '@kontor/contract/messages'
import { VisuallyHidden } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Composer } from '../../../kit/chat/Composer.tsx'
import { Conversation } from '../../../kit/chat/conversation.ts'
import { MessageList } from '../../../kit/chat/MessageList.tsx'
import { chatTexts } from '../../../kit/chat/texts.ts'
import { useConversation } from '../../../kit/chat/useConversation.ts'
import { useReadMark } from '../../../kit/chat/useReadMark.ts'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { useEvents, useRefresh } from '../../../kit/live/useEvents.ts'
import { call } from '../../../kit/net/call.ts'
import { newKey } from '../../../kit/net/newKey.ts'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { Answer } from '../../../kit/portal/Answer.tsx'
import { Bones } from '../../../kit/portal/Bones.tsx'
import { Page } from '../../../kit/portal/Page.tsx'
import { session } from '../../../kit/session/session.ts'
import { formatOf } from '../../../kit/texts/format.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import classes from './SupportPage.module.css'
import { texts } from './texts.ts'

/** What was written about one message, and what one writes on. */
export function SupportThreadPage() {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const { id = '' } = useParams({ strict: false })
  const query = useRoute(appCustomerSupport.one, { params: { id } })
  useRefresh('support_reply', [appCustomerSupport.one])
  const { data } = query
  return (
    <Page
      title={data ? t(`portal.support.type_${data.type}`) : t('portal.support.title')}
      about={data && formatOf(locale).dateTime(data.created_at)}
      back="/support"
    >
      <Answer query={query} skeleton={<Bones count={3} height={64} />}>
        {(message) => <Thread key={message.id} message={message} />}
      </Answer>
    </Page>
  )
}

function Thread({ message }: { message: AppSupportMessage }) {
  const t = useTexts(texts, chatTexts)
  const { id, unread, is_resolved, office_read_at } = message
  const [conversation] = useState(() => ownThread(id))
  const [draft, setDraft] = useState('')
  const state = useConversation(conversation, POLL.messages)
  useEvents('support_reply', (data) => {
    if (!data || data.id === id) void conversation.poll()
  })
  useReadMark(unread, state, true, async (last_message_timestamp) => {
    await call(appCustomerSupport.read, { params: { id: String(id) }, body: { last_message_timestamp } })
  })
  useUnsaved(draft.trim() !== '')
  useUnsaved(state.outgoing.length > 0, { within: 'app' }) // it is sent from any screen
  return (
    <div className={classes.thread}>
      <VisuallyHidden component="h2">{t('chat.messages')}</VisuallyHidden>
      <MessageList
        conversation={conversation}
        state={state}
        own="partner"
        readUntil={office_read_at}
        empty={null}
      />
      {is_resolved && <p className={classes.resolved}>{t('portal.support.resolved_text')}</p>}
      <Composer
        draft={draft}
        onDraft={setDraft}
        onSend={(text) => conversation.send(text, newKey())}
        max={MAX_MESSAGE}
        kind="support"
        values={{}}
      />
    </div>
  )
}

// Kept while this tab is signed in: what waits to be sent goes on waiting when the screen is left.
const conversations = new Map<string, Conversation>()

function ownThread(threadId: number) {
  const name = `${session.token()} ${threadId}`
  const id = String(threadId)
  const known =
    conversations.get(name) ??
    new Conversation({
      page: (body) => call(appCustomerSupport.messages, { params: { id }, body }),
      send: (message, idempotencyKey) =>
        call(appCustomerSupport.reply, { params: { id }, body: { message }, idempotencyKey }),
    })
  conversations.set(name, known)
  return known
}
