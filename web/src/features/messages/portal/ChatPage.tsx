import { type PortalMessageThread, portalMessages } from '@kontor/contract/messages/portal'
import { IconMapOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { isViewAsPartner } from '../../../lib/session/storage.ts'
import classes from './ChatPage.module.css'
import { Composer } from './Composer.tsx'
import { Messages } from './Messages.tsx'
import { useConversation } from './useConversation.ts'

/** The conversation with the office about one training. */
export function ChatPage() {
  const t = useTranslations()
  const { id = '' } = useParams({ strict: false })
  // The call is idempotent: it creates the thread only when there is none.
  const query = useApiQuery(
    portalMessages.open,
    { body: { slider_id: Number(id) } },
    { staleTime: Infinity, enabled: !isViewAsPartner },
  )
  // Who only views opens no thread: it reads one that is there.
  const known = useApiQuery(portalMessages.threads, {}, { enabled: isViewAsPartner })
  const viewed = known.data?.find(({ slider }) => slider.id === Number(id))
  const name = (query.data ?? viewed)?.slider.name
  return (
    <Page title={name ?? t('portal.chats.title')} subtitle={name && t('portal.chat.office')} back="/chats">
      {isViewAsPartner ? (
        <QueryState query={known} skeleton={<LoadingSkeleton count={4} height={64} />}>
          {() => (viewed ? <Chat key={viewed.id} thread={viewed} /> : <p>{t('portal.view.no_thread')}</p>)}
        </QueryState>
      ) : (
        <QueryState query={query} skeleton={<LoadingSkeleton count={4} height={64} />} keepsGone>
          {(thread) => <Chat key={thread.id} thread={thread} />}
        </QueryState>
      )}
    </Page>
  )
}

function Chat({ thread }: { thread: PortalMessageThread }) {
  const t = useTranslations()
  const { conversation, state } = useConversation(thread)
  const threads = useApiQuery(portalMessages.threads, {}).data
  const seenUntil = threads?.find(({ id }) => id === thread.id)?.office_read_at ?? thread.office_read_at
  const isClosed = state.error?.status === 404 // the office has hidden the training meanwhile
  return (
    <div className={classes.chat}>
      {(state.isLoaded || !isClosed) && (
        <Messages conversation={conversation} state={state} seenUntil={seenUntil} />
      )}
      {isClosed && <Notice icon={IconMapOff} title={t('portal.gone')} text={t('portal.gone_text')} />}
      <Composer attached={conversation.attached} isClosed={isClosed} onSend={conversation.send} />
    </div>
  )
}
