import { useEffect, useSyncExternalStore } from 'react'
import { useIsLive } from '../useEvents.ts'
import type { Conversation } from './conversation.ts'

/** A conversation on screen: its state, read anew while the stream of events is away, and sent on when one is online. */
export function useConversation(conversation: Conversation, everyMs: number) {
  const state = useSyncExternalStore(conversation.subscribe, conversation.state)
  const isLive = useIsLive()
  useEffect(() => {
    void conversation.poll()
    addEventListener('online', conversation.flush)
    return () => removeEventListener('online', conversation.flush)
  }, [conversation])
  useEffect(() => {
    if (isLive) return
    const timer = setInterval(() => void conversation.poll(), everyMs)
    return () => clearInterval(timer)
  }, [conversation, isLive, everyMs])
  return state
}
