import type { Partner } from '@kontor/contract/partners'
import type { PartnerOverview } from '@kontor/contract/partners/page'
import { IconClockExclamation, IconMessages, IconTruckDelivery } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { returningState } from '../PartnerLink.tsx'
import classes from './Overview.module.css'

/** Open items of a partner as links; nothing when there are none. */
export function OpenStrip({ partner, overview }: { partner: Partner; overview: PartnerOverview }) {
  const t = useTranslations()
  const { euro } = useFormat()
  const { undelivered, unread } = overview
  const { outOfCurrency = '0' } = partner
  const isOverdue = Number(outOfCurrency.replace('%', '')) > 0
  const parts = [
    undelivered && undelivered.lines > 0 && (
      <Link key="deliver" to="/cart" search={{ 'f.partner_id': String(partner.id), 'f.is_delivered': '0' }}>
        <IconTruckDelivery size={18} aria-hidden />
        {t('partner.open.deliver', { count: undelivered.lines })}
      </Link>
    ),
    unread && unread.threads > 0 && (
      <Link
        key="unread"
        to={`/sliders/${unread.slider_id}/chat`}
        search={{ thread: String(unread.id) }}
        state={returningState}
      >
        <IconMessages size={18} aria-hidden />
        {t('partner.open.unread', { count: unread.threads })}
      </Link>
    ),
    isOverdue && (
      <span key="overdue" data-bad>
        <IconClockExclamation size={18} aria-hidden />
        {t('partner.open.overdue', { amount: euro(outOfCurrency) })}
      </span>
    ),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <section className={classes.open} aria-label={t('partner.open.title')}>
      {parts}
    </section>
  )
}
