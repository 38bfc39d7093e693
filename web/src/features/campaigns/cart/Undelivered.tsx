import { undelivered } from '@kontor/contract/campaigns/undelivered'
import { useTranslations } from 'use-intl'
import { useUnreadCount } from '../../../components/shell/unreadCounts.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { usePollingUnlessLive, useRefresh } from '../../../lib/realtime/useEvents.ts'

/** Polling interval in milliseconds while the event stream is down. */
const POLL_MS = 30_000

/** Sets the navigation badge of undelivered items; renders nothing. */
export const Undelivered = () => usePermission()(undelivered.permission) && <Count />

function Count() {
  const t = useTranslations()
  const { data } = useApiQuery(undelivered, {}, { refetchInterval: usePollingUnlessLive(POLL_MS) })
  useRefresh('cart', [undelivered])
  const count = data?.items ?? 0
  useUnreadCount('/cart', { count, text: t('shell.undelivered', { count }) })
  return null
}
