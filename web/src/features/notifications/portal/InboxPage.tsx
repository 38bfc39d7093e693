import { type PortalNotification, portalNotifications } from '@kontor/contract/notifications/portal'
import { Button } from '@mantine/core'
import {
  IconBell,
  IconBellOff,
  IconBellRinging,
  IconCheck,
  IconChevronRight,
  IconDeviceMobileShare,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { LinkButton } from '../../../components/ui/LinkButton.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { isViewAsPartner } from '../../../lib/session/storage.ts'
import { useDevice } from '../useDevice.ts'
import classes from './InboxPage.module.css'

/** The notifications of this user, and push on this device. */
export function InboxPage() {
  const t = useTranslations()
  const query = useApiQuery(portalNotifications.all, {})
  const readAll = useApiMutation(portalNotifications.readAll)
  // The list may be shorter than the inbox.
  const unread = useApiQuery(portalNotifications.unread, {}).data?.unread ?? 0
  return (
    <Page
      title={t('portal.inbox.title')}
      back="/"
      actions={
        unread > 0 &&
        !isViewAsPartner && (
          <IconButton
            icon={IconCheck}
            label={t('portal.inbox.read_all')}
            onClick={() => readAll.mutate({ body: null })}
          />
        )
      }
    >
      <DeviceCard />
      <QueryState query={query} skeleton={<LoadingSkeleton count={5} height={84} />}>
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
      </QueryState>
    </Page>
  )
}

/** The push state of this device, with buttons to change it. */
function DeviceCard() {
  const t = useTranslations()
  const { state, isBusy, enable, disable } = useDevice(t('portal.device.failed'))
  if (state === null || state === 'unable') return null
  if (state === 'on') {
    return (
      <p className={classes.muted}>
        <IconBellRinging size={16} aria-hidden />
        {t('portal.device.on')}
        <LinkButton className={classes.off} disabled={isBusy} onClick={() => void disable()}>
          {t('portal.device.disable')}
        </LinkButton>
      </p>
    )
  }
  const Icon = { off: IconBellRinging, denied: IconBellOff, install: IconDeviceMobileShare }[state]
  return (
    <section
      className={`${cards.card} ${cards.padded} ${classes.card}`}
      aria-label={t('portal.device.title')}
    >
      <Icon size={22} aria-hidden />
      <div className={classes.text}>
        <h2 className={cards.strong}>{t('portal.device.title')}</h2>
        <p>{t(`portal.device.${state}`)}</p>
        {state === 'off' && (
          <Button loading={isBusy} onClick={() => void enable()}>
            {t('portal.device.enable')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The link of a message without a subject of its own. */
const HERE = '/app/notifications'

/** A click marks it as read and opens its link. */
function Entry({ notification }: { notification: PortalNotification }) {
  const t = useTranslations()
  const router = useRouter()
  const { locale } = useLanguage()
  const { id, subject, notification_text, link, created_at, read_at } = notification
  const hasTarget = link !== null && link !== HERE
  const read = useApiMutation(portalNotifications.read, { onFailed: () => {} }) // it stays unread
  const open = () => {
    if (read_at === null && !isViewAsPartner) read.mutate({ params: { id: String(id) } })
    if (hasTarget) router.history.push(link)
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
        <span className={cards.muted}>{formatOf(locale).dateTime(created_at)}</span>
      </span>
      {hasTarget && <IconChevronRight className={classes.arrow} size={18} aria-hidden />}
    </button>
  )
}
