import { historyActions } from '@kontor/contract/history'
import { columnLabel, hasVisibleValue, historyText, reportedChanges } from '@kontor/contract/history/tables'
import { importSource } from '@kontor/contract/lib/imports/source'
import type { TimelineEntry, TimelineEntryKind } from '@kontor/contract/partners/timeline'
import {
  type Icon,
  IconBell,
  IconCalendarEvent,
  IconFileImport,
  IconMessageQuestion,
  IconMessages,
  IconPencil,
  IconReceipt,
  IconSpeakerphone,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { returningState } from '../PartnerLink.tsx'
import classes from './Activity.module.css'

const icons: Record<TimelineEntryKind, Icon> = {
  order: IconReceipt,
  cart: IconSpeakerphone,
  delivery: IconTruckDelivery,
  promotion: IconReceipt,
  sign_up: IconCalendarEvent,
  chat: IconMessages,
  support: IconMessageQuestion,
  notification: IconBell,
  change: IconPencil,
  import: IconFileImport,
}

/** One event: time, subject and author; links to its record. */
export function Event({ event, partner }: { event: TimelineEntry; partner: number }) {
  const { time } = useFormat()
  const Icon = icons[event.kind]
  const link = useEventLink(event, partner)
  const notes = useNotes(event)
  const isNew = event.is_open && event.kind === 'chat'
  const content = (
    <>
      <span className={classes.what}>
        <What event={event} />
      </span>
      {notes.length > 0 && <small>{notes.join(' · ')}</small>}
    </>
  )
  return (
    <li className={classes.event} data-new={isNew || undefined}>
      <time dateTime={event.at}>{time(event.at)}</time>
      <i>
        <Icon size={14} aria-hidden />
      </i>
      {link ? <Link {...link}>{content}</Link> : <div>{content}</div>}
    </li>
  )
}

/** The link of an event. Changes need none, because they are shown in full. */
function useEventLink({ kind, ref, thread_id }: TimelineEntry, partner: number) {
  const can = usePermission()
  const of = { 'f.partner_id': String(partner) }
  switch (kind) {
    case 'order':
      return { to: `/partners/${partner}`, search: { tab: 'orders' } }
    case 'cart':
    case 'delivery':
      return can('campaigns.see') ? { to: `/campaigns/${ref}`, search: { tab: 'cart', ...of } } : null
    case 'chat':
      return { to: `/sliders/${ref}/chat`, search: { thread: String(thread_id) }, state: returningState }
    case 'promotion':
    case 'sign_up':
      return { to: '/sliders', search: { responses: String(ref), partner: String(partner) } }
    case 'support':
      return { to: '/customerService', search: { message: String(ref) } }
    case 'notification':
      return { to: '/notifications', search: {} }
    default:
      return null
  }
}

function What({ event }: { event: TimelineEntry }): ReactNode {
  const t = useTranslations()
  const { kind, title, text, type } = event
  const count = event.count ?? 0
  switch (kind) {
    case 'order':
    case 'promotion':
      return (
        <>
          {t(`partner.activity.${kind}`)} <b>{title}</b>, {t('order.pieces', { count: event.pieces ?? 0 })}
          {count > 1 && ` ${t('partner.activity.and_more', { count: count - 1 })}`}
        </>
      )
    case 'cart':
    case 'delivery':
      return (
        <>
          {t(`partner.activity.${kind}`, { count })} <b>{title}</b>
        </>
      )
    case 'sign_up':
      return (
        <>
          {t('partner.activity.sign_up')} <b>{title}</b>
        </>
      )
    case 'chat':
      return (
        <>
          {t(event.from_office ? 'partner.activity.answer' : 'partner.activity.chat')} <b>{title}</b>:{' '}
          {t('partner.activity.quoted', { text: text ?? '' })}
        </>
      )
    case 'support':
      return (
        <>
          {event.from_office ? t('support.of_office') : t(`partner.activity.type_${type ?? 1}`)}{' '}
          {t('partner.activity.quoted', { text: text ?? '' })}
        </>
      )
    case 'notification':
      return (
        <>
          {t('partner.activity.notification')} <b>{title}</b>
        </>
      )
    default:
      return <Changed event={event} />
  }
}

/** The changes, with old values struck through. */
function Changed({ event: { action, title, values } }: { event: TimelineEntry }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  if (action === 'create') return t('partner.activity.created')
  const empty = t('partner.activity.nothing')
  return (
    <>
      {action && action !== 'update' && `${historyActions[action][locale]}: `}
      {reportedChanges('partners', values).map(({ column, before, after }, at) => {
        const [old, now] = [before, after].map((value) => historyText('partners', column, value, locale))
        return (
          <span key={column}>
            {at > 0 && ', '}
            {columnLabel('partners', column, locale)}{' '}
            {hasVisibleValue('partners', column) ? (
              <>
                {before !== null && (
                  <>
                    <del>{old || empty}</del> <span aria-hidden>→ </span>
                  </>
                )}
                <b>{now || empty}</b>
              </>
            ) : (
              t('partner.activity.changed')
            )}
          </span>
        )
      })}
      {action !== 'update' && title && <span className={classes.file}> {importSource(title, locale)}</span>}
    </>
  )
}

/** Secondary line: amounts, state and author. */
function useNotes(event: TimelineEntry): string[] {
  const t = useTranslations()
  const { euro, date } = useFormat()
  const { kind, total, days, waiting_days, devices, count, person } = event
  const parts = [
    total !== null && euro(total),
    kind === 'order' && t(event.out_of_stock ? 'partner.activity.out_of_stock' : 'partner.activity.in_stock'),
    days
      ?.map((day) => (waiting_days?.includes(day) ? t('sliders.waits', { day: date(day) }) : date(day)))
      .join(', '),
    kind === 'chat' && event.is_open && t('partner.activity.unread'),
    kind === 'chat' && (count ?? 0) > 1 && t('partner.activity.messages_of_day', { count: count ?? 0 }),
    kind === 'support' && t(event.is_open ? 'partner.activity.unsettled' : 'partner.activity.settled'),
    devices && (devices.all > 0 ? t('partner.activity.reached', devices) : t('partner.activity.no_device')),
    person ?? ((kind === 'change' || kind === 'import') && t('partner.activity.system')),
  ]
  return parts.flatMap((part) => part || [])
}
