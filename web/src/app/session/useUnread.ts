import { appNotifications } from '@kontor/contract/app/notifications'
import { useRoute } from '../../kit/useRoute.ts'

/** Milliseconds between two looks when nobody tells us. */
const PAUSE = 60_000

/** How much there is to read behind each tab. */
export function useUnread(): Record<string, number> {
  const inbox = useRoute(appNotifications.unread, {}, { every: () => PAUSE }).data?.unread ?? 0
  return { '/notifications': inbox }
}
