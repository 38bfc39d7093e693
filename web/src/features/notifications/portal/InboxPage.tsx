import { type AppNotification, appNotifications } from '@kontor/contract/notifications/portal'
import { IconBell, IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { IconButton } from '../../../kit/look/IconButton.tsx'
import { Notice } from '../../../kit/look/Notice.tsx'
import { useAct } from '../../../kit/net/useAct.ts'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { Answer } from '../../../kit/portal/Answer.tsx'
import { Bones } from '../../../kit/portal/Bones.tsx'
import cards from '../../../kit/portal/card.module.css'
import { Page } from '../../../kit/portal/Page.tsx'
import { formatOf } from '../../../kit/texts/format.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { DeviceCard } from './DeviceCard.tsx'
import classes from './InboxPage.module.css'
import { texts } from './texts.ts'

/** What the office has told this user, and whether this device is told at once. */
export function InboxPage() {
  const t = useTexts(texts)
  const query = useRoute(appNotifications.all, {})
  const readAll = useAct(appNotifications.readAll)
  const hasUnread = query.data?.some(({ read_at }) => read_at === null)
  return (
    <Page
      title={t('portal.inbox.title')}
      back="/"
      actions={
        hasUnread && (
          <IconButton
            icon={IconCheck}
            label={t('portal.inbox.read_all')}
            onClick={() => readAll.mutate({})}
          />
        )
      }
    >
      <DeviceCard />
      <Answer query={query} skeleton={<Bones count={5} height={84} />}>
        {(notifications) =>
          notifications.length > 0 ? (
            <ul className={`${cards.card} ${cards.rows}`}>
              {notifications.map((one) => (
                <li key={one.id}>
                  <Entry notification={one} />
                </li>
              ))}
            </ul>
          ) : (
            <Notice icon={IconBell} title={t('portal.inbox.empty')} text={t('portal.inbox.empty_text')} />
          )
        }
      </Answer>
    </Page>
  )
}

/** Where a message leads that is only about itself. */
const HERE = '/app/notifications'

/** Pressing it reads it, and goes where it leads. */
function Entry({ notification }: { notification: AppNotification }) {
  const t = useTexts(texts)
  const router = useRouter()
  const { locale } = useLanguage()
  const { id, subject, notification_text, link, created_at, read_at } = notification
  const leadsOn = link !== null && link !== HERE
  const read = useAct(appNotifications.read)
  const open = () => {
    if (read_at === null) read.mutate({ params: { id: String(id) } })
    if (leadsOn) router.history.push(link)
  }
  return (
    <button
      type="button"
      className={`${cards.row} ${classes.row}`}
      data-unread={read_at === null || undefined}
      onClick={open}
    >
      <span
        className={classes.dot}
        {...(read_at === null && { role: 'img', 'aria-label': t('portal.inbox.unread') })}
      />
      <span className={cards.grow}>
        <span className={classes.subject}>{subject}</span>
        <br />
        <span className={classes.body}>{notification_text}</span>
        <br />
        <span className={cards.quiet}>{formatOf(locale).dateTime(created_at)}</span>
      </span>
      {leadsOn && <IconChevronRight className={classes.arrow} size={18} stroke={1.6} aria-hidden />}
    </button>
  )
}
