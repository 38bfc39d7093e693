import { optionLabel } from '@kontor/contract/kit/list/list'
import { type Notification, notificationList } from '@kontor/contract/notifications'
import { StatusChip } from '../../kit/look/StatusChip.tsx'
import { formatOf } from '../../kit/texts/format.ts'
import { useLanguage } from '../../kit/texts/i18n.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
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
