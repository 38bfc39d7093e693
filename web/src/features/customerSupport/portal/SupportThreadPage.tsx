import { type PortalSupportMessage, portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { MAX_MESSAGE, POLL } from '@kontor/contract/messages'
import { VisuallyHidden } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Composer } from '../../../components/chat/Composer.tsx'
import { conversationsOf } from '../../../components/chat/conversation.ts'
import { fileCalls } from '../../../components/chat/files/fileCalls.ts'
import { MessageList } from '../../../components/chat/MessageList.tsx'
import { useConversation, useReadMark } from '../../../components/chat/useConversation.ts'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { apiRequest, newKey } from '../../../lib/api/apiRequest.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useEvents, usePollingUnlessLive, useRefresh } from '../../../lib/realtime/useEvents.ts'
import { isViewAsPartner } from '../../../lib/session/storage.ts'
import classes from './SupportPage.module.css'

const FILES = fileCalls(portalCustomerSupport.file)

/** The thread of a message, with a field to reply. */
export function SupportThreadPage() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { id = '' } = useParams({ strict: false })
  const refetchInterval = usePollingUnlessLive(15_000)
  const query = useApiQuery(portalCustomerSupport.one, { params: { id } }, { refetchInterval })
  useRefresh('support_reply', [portalCustomerSupport.one])
  const { data } = query
  return (
    <Page
      title={
        !data
          ? t('portal.support.title')
          : data.from_office
            ? t('portal.support.of_office')
            : t(`portal.support.type_${data.type}`)
      }
      subtitle={data && formatOf(locale).dateTime(data.created_at)}
      back="/support"
    >
      <QueryState query={query} skeleton={<LoadingSkeleton count={3} height={64} />}>
        {(message) => <Thread key={message.id} message={message} />}
      </QueryState>
    </Page>
  )
}

function Thread({ message }: { message: PortalSupportMessage }) {
  const t = useTranslations()
  const { id, unread, is_resolved, office_read_at } = message
  const [conversation] = useState(() => conversationOf(id))
  const [draft, setDraft] = useState('')
  const state = useConversation(conversation, POLL.messages)
  useEvents('support_reply', (data) => {
    if (!data || data.id === id) void conversation.poll()
  })
  useReadMark(unread, state, !isViewAsPartner, async (last_message_timestamp) => {
    await apiRequest(portalCustomerSupport.read, {
      params: { id: String(id) },
      body: { last_message_timestamp },
    })
  })
  useUnsaved(draft.trim() !== '')
  return (
    <div className={classes.thread}>
      <VisuallyHidden component="h2">{t('chat.messages')}</VisuallyHidden>
      <MessageList
        conversation={conversation}
        state={state}
        files={FILES}
        ownSide="partner"
        readUntil={office_read_at}
        empty={null}
      />
      {is_resolved && <p className={classes.resolved}>{t('portal.support.resolved_text')}</p>}
      <Composer
        draft={draft}
        onDraft={setDraft}
        attached={conversation.attached}
        onSend={(text, file) => conversation.send(text, newKey(), file)}
        max={MAX_MESSAGE}
        kind="support"
        values={{}}
      />
    </div>
  )
}

const conversationOf = conversationsOf((threadId) => {
  const id = String(threadId)
  return {
    page: (body) => apiRequest(portalCustomerSupport.messages, { params: { id }, body }),
    send: (message, idempotencyKey, attached) => {
      const call = { params: { id }, idempotencyKey }
      return attached
        ? apiRequest(
            portalCustomerSupport.replyFile,
            { ...call, form: { message }, files: { file: attached.file } },
            attached,
          )
        : apiRequest(portalCustomerSupport.reply, { ...call, body: { message } })
    },
  }
})
