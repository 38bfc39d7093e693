import { POLL } from '@kontor/contract/messages'
import { type PortalMessageThread, portalMessages } from '@kontor/contract/messages/portal'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { conversationsOf } from '../../../components/chat/conversation.ts'
import { useConversation as useShownConversation } from '../../../components/chat/useConversation.ts'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { routeKey } from '../../../lib/api/useApiQuery.ts'
import { useEvents } from '../../../lib/realtime/useEvents.ts'
import { isViewAsPartner } from '../../../lib/session/storage.ts'

const conversationOf = conversationsOf((message_thread_id) => ({
  page: (query) => apiRequest(portalMessages.ofThread, { body: { message_thread_id, ...query } }),
  send: (message, idempotencyKey, attached) =>
    attached
      ? apiRequest(
          portalMessages.sendFile,
          {
            form: { message_thread_id: String(message_thread_id), message },
            files: { file: attached.file },
            idempotencyKey,
          },
          attached,
        )
      : apiRequest(portalMessages.send, { body: { message_thread_id, message }, idempotencyKey }),
}))

/** A live thread: updated by events, polled every five seconds while the event stream is down. */
export function useConversation({ id }: PortalMessageThread) {
  const conversation = conversationOf(id)
  const state = useShownConversation(conversation, POLL.messages)
  useEvents('messages', (data) => {
    if ((data?.message_thread_id ?? id) === id) void conversation.poll()
  })
  useEvents('sliders', () => void conversation.poll()) // the office may have hidden the training
  useReadMark(id, state.messages.findLast((one) => one.is_admin_response)?.updated_at)
  return { conversation, state }
}

/** Sends how far the user has read, while the tab is visible. */
function useReadMark(id: number, last: string | undefined) {
  const queries = useQueryClient()
  const marked = useRef('')
  useEffect(() => {
    const mark = async () => {
      if (isViewAsPartner || !last || marked.current >= last || document.hidden) return
      marked.current = last
      const body = { last_message_timestamp: last }
      await apiRequest(portalMessages.read, { params: { id: String(id) }, body }).catch(() => {
        marked.current = '' // the next message marks both
      })
      for (const route of [portalMessages.unread, portalMessages.threads])
        void queries.invalidateQueries({ queryKey: routeKey(route) })
    }
    void mark()
    const onVisible = () => void mark()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [id, last, queries])
}
