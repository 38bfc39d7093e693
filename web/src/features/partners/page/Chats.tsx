import { conversationStart } from '@kontor/contract/messages/start'
import type { Partner } from '@kontor/contract/partners'
import { partnerPage } from '@kontor/contract/partners/page'
import { IconMessages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { NotLoaded } from '../../../components/ui/ErrorPages.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { returningState } from '../PartnerLink.tsx'
import classes from './Parts.module.css'
import { StartConversationButton } from './StartConversationButton.tsx'

/** The chats of a partner's users, as links. */
export function Chats({ partner: { id } }: { partner: Partner }) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const { data, error, refetch } = useApiQuery(partnerPage.chats, { params: { id: String(id) } })
  const startButton = (
    <StartConversationButton to="/messages" partnerId={id} permission={conversationStart.start.permission} />
  )
  if (data?.length === 0)
    return (
      <Notice icon={IconMessages} title={t('partner.chats.none')} text={t('partner.chats.none_hint')}>
        {startButton}
      </Notice>
    )
  return (
    <>
      <div className={classes.start}>{startButton}</div>
      {error && !data && <NotLoaded error={error} onRetry={() => void refetch()} />}
      <ul className={classes.chats} aria-label={t('partner.chats.title')}>
        {data?.map(({ id, slider, user, last_message, last_at, unread }) => (
          <li key={id} data-unread={unread > 0 || undefined}>
            <Link to={`/sliders/${slider.id}/chat`} search={{ thread: String(id) }} state={returningState}>
              <b>{slider.name}</b>
              <time dateTime={last_at}>{dateTime(last_at)}</time>
              <span>{last_message ?? t('partner.chats.no_messages')}</span>
              <small>
                {[unread > 0 && t('partner.chats.unread', { count: unread }), user]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
