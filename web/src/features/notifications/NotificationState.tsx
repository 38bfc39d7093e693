import { optionLabel } from '@kontor/contract/lib/lists/list'
import { type Notification, notificationList } from '@kontor/contract/notifications'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useTexts } from '../../lib/i18n/useTexts.ts'
import { Sent } from './Sent.tsx'
import { texts } from './texts.ts'

/** What has become of a notification: how many it reached, or when it will be sent. */
export function NotificationState({ row, short }: { row: Notification; short?: true }) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const { state, send_at } = row
  if (state === 'sent') return <Sent sent={row.sent} {...(short && { short })} />
  if (state === 'scheduled' && send_at) {
    const at = formatOf(locale).dateTime(send_at)
    return <StatusChip on wraps tone="change" label={t('notifications.scheduled', { at })} />
  }
  return <StatusChip on={false} label={optionLabel(notificationList.columns.state, state, locale) ?? ''} />
}
