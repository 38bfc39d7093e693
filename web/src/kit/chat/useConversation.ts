import { useEffect, useSyncExternalStore } from 'react'
import { formIsOpen } from '../session.ts'
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

/** While something is unsent, a session that ends asks for the password, and leaving the page is asked about. */
export function useUnsent(isUnsent: boolean) {
  useEffect(() => {
    if (!isUnsent) return
    const closed = formIsOpen()
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => {
      closed()
      removeEventListener('beforeunload', warn)
    }
  }, [isUnsent])
}
