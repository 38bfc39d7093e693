import { appMessages } from '@kontor/contract/app/messages'
import { appNotifications } from '@kontor/contract/app/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEvents, useIsLive } from '../../kit/useEvents.ts'
import { routeKey, useRoute } from '../../kit/useRoute.ts'

/** Milliseconds between two looks: while the server tells us by itself, and while it cannot. */
const PAUSE = { live: 120_000, deaf: 15_000 }

/** How much there is to read behind each tab, as it happens. */
export function useUnread(): Record<string, number> {
  const queries = useQueryClient()
  const pause = PAUSE[useIsLive() ? 'live' : 'deaf']
  const messages = useRoute(appMessages.unread, {}, { every: () => pause }).data?.messages ?? 0
  const inbox = useRoute(appNotifications.unread, {}, { every: () => pause }).data?.unread ?? 0
  useEvents('messages', () => {
    for (const route of [appMessages.unread, appMessages.threads])
      void queries.invalidateQueries({ queryKey: routeKey(route) })
  })
  useEvents('notification', () => {
    for (const route of [appNotifications.unread, appNotifications.all])
      void queries.invalidateQueries({ queryKey: routeKey(route) })
  })
  return { '/chats': messages, '/notifications': inbox }
}
