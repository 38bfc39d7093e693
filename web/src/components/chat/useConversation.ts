import { useEffect, useSyncExternalStore } from 'react'
import { connection } from '../../lib/realtime/connection.ts'
import { useIsLive } from '../../lib/realtime/useEvents.ts'
import type { Conversation } from './conversation.ts'

/**
 * A conversation on screen: its state, read anew while the stream of events is away or the last read
 * failed, and read and sent on when the server is back.
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
  const isTold = isLive && !state.error
  useEffect(() => {
    if (isTold) return
    const timer = setInterval(() => void conversation.poll(), everyMs)
    return () => clearInterval(timer)
  }, [conversation, isTold, everyMs])
  return state
}
