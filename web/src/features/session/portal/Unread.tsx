import { portalCustomerSupport } from '@kontor/contract/customerSupport/portal'
import { portalMessages } from '@kontor/contract/messages/portal'
import { portalNotifications } from '@kontor/contract/notifications/portal'
import { portalSession } from '@kontor/contract/session/portal'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { refetchCached } from '../../../lib/api/queries.ts'
import { routeKey, useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useIsLive, useRefresh } from '../../../lib/realtime/useEvents.ts'
import { session } from '../../../lib/session/session.ts'
import { isViewAsPartner } from '../../../lib/session/storage.ts'

/** Polling intervals in milliseconds: with and without the event stream. */
const POLL_MS = { live: 120_000, polling: 15_000 }

/** Counts the unread items of each tab, live. */
export function Unread({ onCount }: { onCount: (unread: Record<string, number>) => void }) {
  const pause = POLL_MS[useIsLive() ? 'live' : 'polling']
  const queries = useQueryClient()
  const messages =
    useApiQuery(portalMessages.unread, {}, { refetchInterval: () => pause }).data?.messages ?? 0
  const inbox =
    useApiQuery(portalNotifications.unread, {}, { refetchInterval: () => pause }).data?.unread ?? 0
  const support =
    useApiQuery(portalCustomerSupport.unread, {}, { refetchInterval: () => pause }).data?.messages ?? 0
  useUsername()
  useReadHere(inbox)
  useRefresh('support_reply', [portalCustomerSupport.unread, portalCustomerSupport.index])
  useRefresh('messages', [portalMessages.unread, portalMessages.threads])
  useRefresh('notification', [portalNotifications.unread, portalNotifications.all])
  useEffect(
    () => onCount({ '/chats': messages + support, '/notifications': inbox }),
    [onCount, messages, support, inbox],
  )
  useEffect(() => {
    // It subscribes after the first screen has fetched, so events may have been missed.
    for (const list of [portalMessages.threads, portalNotifications.all])
      refetchCached(queries, routeKey(list))
  }, [queries])
  return null
}

/** The office may have changed the username, with which the user signs in again over a form. */
function useUsername() {
  const username = useApiQuery(portalSession.me, {}).data?.username
  useEffect(() => {
    if (username) session.rename(username)
  }, [username])
}

/** Marks the notifications as read that open the current screen, once it is visible. */
function useReadHere(unread: number) {
  const queries = useQueryClient()
  const { history } = useRouter()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (unread === 0 || isViewAsPartner || !/\/\d+$/.test(path)) return
    const read = async () => {
      if (document.hidden) return
      const body = { link: history.location.pathname } // the window's may change a little later
      const now = await apiRequest(portalNotifications.readAll, { body })
      if (now.unread === unread) return
      for (const list of [portalNotifications.unread, portalNotifications.all])
        refetchCached(queries, routeKey(list))
    }
    const readOrLeave = () => void read().catch(() => {}) // they stay unread
    readOrLeave()
    document.addEventListener('visibilitychange', readOrLeave)
    return () => document.removeEventListener('visibilitychange', readOrLeave)
  }, [queries, history, unread, path])
}
