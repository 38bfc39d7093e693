import { portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { type PortalMessageThread, portalMessages } from '@kontor/contract/messages/portal'
import { IconChevronRight, IconMessageCircle, IconMessageReport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './ChatsPage.module.css'

/** The conversations with the office: one per training, and a link to write about anything else. */
export function ChatsPage() {
  const t = useTranslations()
  const query = useApiQuery(portalMessages.threads, {})
  const ofSupport = useApiQuery(portalCustomerSupport.unread, {}).data?.messages ?? 0
  return (
    <Page title={t('portal.chats.title')}>
      <Link to="/support" className={`${cards.card} ${cards.row}`}>
        <span className={classes.icon}>
          <IconMessageReport size={22} aria-hidden />
        </span>
        <div className={cards.grow}>
          <p className={cards.strong}>{t('portal.chats.support')}</p>
          <p className={cards.muted}>{t('portal.chats.write_us')}</p>
        </div>
        <Unread count={ofSupport} />
        <IconChevronRight size={18} aria-hidden />
      </Link>
      <QueryState query={query} skeleton={<LoadingSkeleton count={3} height={76} />}>
        {(threads) =>
          threads.length > 0 ? (
            <ul className={`${cards.card} ${cards.rows}`}>
              {threads.map((thread) => (
                <li key={thread.id}>
                  <Thread thread={thread} />
                </li>
              ))}
            </ul>
          ) : (
            <p className={`${cards.muted} ${classes.hint}`}>{t('portal.chats.empty')}</p>
          )
        }
      </QueryState>
    </Page>
  )
}

function Thread({ thread: { slider, last_message, unread } }: { thread: PortalMessageThread }) {
  const { locale } = useLanguage()
  return (
    <Link
      to="/chats/$id"
      params={{ id: String(slider.id) }}
      className={`${cards.row} ${classes.row}`}
      data-unread={unread > 0 || undefined}
    >
      <span className={classes.icon}>
        <IconMessageCircle size={22} aria-hidden />
      </span>
      <div className={cards.grow}>
        <div className={classes.top}>
          <p className={classes.name}>{slider.name}</p>
          {last_message && (
            <span className={cards.muted}>{formatOf(locale).dateTime(last_message.updated_at)}</span>
          )}
        </div>
        <div className={classes.top}>
          <p className={`${classes.name} ${classes.last}`}>{last_message?.message ?? '–'}</p>
          <Unread count={unread} />
        </div>
      </div>
    </Link>
  )
}

function Unread({ count }: { count: number }) {
  const t = useTranslations()
  if (count === 0) return null
  return (
    <span className={classes.count} role="img" aria-label={t('portal.unread', { count })}>
      {count}
    </span>
  )
}
