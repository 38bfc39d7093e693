import { useEffect, useSyncExternalStore } from 'react'
import { connection } from '../../lib/realtime/connection.ts'
import { useIsLive } from '../../lib/realtime/useEvents.ts'
import type { Conversation } from './conversation.ts'

/**
 * The state of a conversation on screen. Polls every `everyMs` while the event stream is down or the last
 * read failed, and sends outgoing messages when the server is back.
 */
export function useConversation(conversation: Conversation, everyMs: number) {
  const state = useSyncExternalStore(conversation.subscribe, conversation.state)
  const isLive = useIsLive()
  useEffect(() => {
    void conversation.poll()
    return connection.onReturn(() => {
      conversation.flush()
      void conversation.poll()
    })
  }, [conversation])
  const isSynced = isLive && !state.error
  useEffect(() => {
    if (isSynced) return
    const timer = setInterval(() => void conversation.poll(), everyMs)
    return () => clearInterval(timer)
  }, [conversation, isSynced, everyMs])
  return state
}
