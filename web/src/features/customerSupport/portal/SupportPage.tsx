import { type AppSupportMessage, appCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRefresh } from '../../../kit/live/useEvents.ts'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { Answer } from '../../../kit/portal/Answer.tsx'
import { Bones } from '../../../kit/portal/Bones.tsx'
import cards from '../../../kit/portal/card.module.css'
import { Page } from '../../../kit/portal/Page.tsx'
import { formatOf } from '../../../kit/texts/format.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { SupportForm } from './SupportForm.tsx'
import classes from './SupportPage.module.css'
import { texts } from './texts.ts'

/** A question, a suggestion or a complaint to the office, and what this user has sent before. */
export function SupportPage() {
  const t = useTexts(texts)
  const query = useRoute(appCustomerSupport.index, {})
  useRefresh('support_reply', [appCustomerSupport.index])
  return (
    <Page title={t('portal.support.title')} back="/chats">
      <SupportForm />
      <Answer query={query} skeleton={<Bones count={2} height={84} />}>
        {(messages) => (messages.length > 0 ? <Sent messages={messages} /> : null)}
      </Answer>
    </Page>
  )
}

function Sent({ messages }: { messages: AppSupportMessage[] }) {
  const t = useTexts(texts)
  return (
    <section className={cards.bones} aria-label={t('portal.support.sent')}>
      <h2 className={cards.heading}>{t('portal.support.sent')}</h2>
      <ul className={`${cards.card} ${cards.rows}`}>
        {messages.map((message) => (
          <li key={message.id}>
            <Written message={message} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One message: what has become of it, and the way to what was written about it. */
function Written({ message }: { message: AppSupportMessage }) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const { id, type, message_content, created_at, is_resolved, unread } = message
  const about = [
    t(`portal.support.type_${type}`),
    formatOf(locale).dateTime(created_at),
    ...(is_resolved ? [t('portal.support.resolved')] : []),
  ]
  return (
    <Link to="/support/$id" params={{ id: String(id) }} className={`${cards.row} ${classes.message}`}>
      <div className={cards.grow}>
        <p className={cards.quiet}>{about.join(' · ')}</p>
        <p className={classes.text}>{message_content}</p>
        {unread > 0 && <p className={classes.answer}>{t('portal.support.answers', { count: unread })}</p>}
      </div>
      <IconChevronRight size={18} stroke={1.6} aria-hidden />
    </Link>
  )
}
