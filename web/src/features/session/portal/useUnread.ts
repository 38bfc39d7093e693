import { appMessages } from '@kontor/contract/messages/portal'
import { appNotifications } from '@kontor/contract/notifications/portal'
import { useIsLive, useRefresh } from '../../../kit/live/useEvents.ts'
import { useRoute } from '../../../kit/net/useRoute.ts'

/** Milliseconds between two looks: while the server tells us by itself, and while it cannot. */
const PAUSE = { live: 120_000, deaf: 15_000 }

/** How much there is to read behind each tab, as it happens. */
export function useUnread(): Record<string, number> {
  const pause = PAUSE[useIsLive() ? 'live' : 'deaf']
  const messages = useRoute(appMessages.unread, {}, { every: () => pause }).data?.messages ?? 0
  const inbox = useRoute(appNotifications.unread, {}, { every: () => pause }).data?.unread ?? 0
  useRefresh('messages', [appMessages.unread, appMessages.threads])
  useRefresh('notification', [appNotifications.unread, appNotifications.all])
  return { '/chats': messages, '/notifications': inbox }
}
