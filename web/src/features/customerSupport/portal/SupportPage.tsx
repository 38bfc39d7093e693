import { type PortalSupportMessage, portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { SupportForm } from './SupportForm.tsx'
import classes from './SupportPage.module.css'

/** Sends a question, a suggestion or a complaint to the office, and lists the user's earlier messages. */
export function SupportPage() {
  const t = useTranslations()
  const query = useApiQuery(portalCustomerSupport.index, {})
  useRefresh('support_reply', [portalCustomerSupport.index])
  return (
    <Page title={t('portal.support.title')} back="/chats">
      <SupportForm />
      <QueryState query={query} skeleton={<LoadingSkeleton count={2} height={84} />}>
        {(messages) => (messages.length > 0 ? <Sent messages={messages} /> : null)}
      </QueryState>
    </Page>
  )
}

function Sent({ messages }: { messages: PortalSupportMessage[] }) {
  const t = useTranslations()
  return (
    <section className={cards.skeletons} aria-label={t('portal.support.sent')}>
      <h2 className={cards.heading}>{t('portal.support.sent')}</h2>
      <ul className={`${cards.card} ${cards.rows}`}>
        {messages.map((message) => (
          <li key={message.id}>
            <MessageCard message={message} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One message: its status, and a link to its thread. */
function MessageCard({ message }: { message: PortalSupportMessage }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { id, type, from_office, message_content, created_at, is_resolved, unread } = message
  const details = [
    from_office ? t('portal.support.of_office') : t(`portal.support.type_${type}`),
    formatOf(locale).dateTime(created_at),
    ...(is_resolved ? [t('portal.support.resolved')] : []),
  ]
  return (
    <Link to="/support/$id" params={{ id: String(id) }} className={`${cards.row} ${classes.message}`}>
      <div className={cards.grow}>
        <p className={cards.muted}>{details.join(' · ')}</p>
        <p className={classes.text}>{message_content}</p>
        {unread > 0 && <p className={classes.answer}>{t('portal.support.answers', { count: unread })}</p>}
      </div>
      <IconChevronRight size={18} aria-hidden />
    </Link>
  )
}
