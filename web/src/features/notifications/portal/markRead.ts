import { portalNotifications } from '@kontor/contract/notifications/portal'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { queryClient, refetchCached } from '../../../lib/api/queries.ts'
import { session } from '../../../lib/session/session.ts'

/** Marks an opened push as read. It stays unread where that fails: for another user, or without a network. */
export async function markRead(pushId: number) {
  if (!session.token()) return
  await apiRequest(portalNotifications.read, { params: { id: String(pushId) } }).catch(() => {})
  refetchCached(queryClient)
}
