import { unreadSupport } from '@kontor/contract/customerSupport/unread'
import { useTranslations } from 'use-intl'
import { useUnreadCount } from '../../components/shell/unreadCounts.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { usePollingUnlessLive, useRefresh } from '../../lib/realtime/useEvents.ts'

/** Polling interval in milliseconds while the event stream is down. */
const POLL_MS = 30_000

/** Sets the navigation badge of unread conversations; renders nothing. */
export const UnreadSupport = () => usePermission()(unreadSupport.permission) && <Count />

function Count() {
  const t = useTranslations()
  const { data } = useApiQuery(unreadSupport, {}, { refetchInterval: usePollingUnlessLive(POLL_MS) })
  useRefresh('support_message', [unreadSupport])
  const count = data?.conversations ?? 0
  useUnreadCount('/customerService', { count, text: t('shell.unread_support', { count }) })
  return null
}
