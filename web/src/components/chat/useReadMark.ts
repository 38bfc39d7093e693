import { useEffect, useEffectEvent } from 'react'
import type { ConversationState } from './conversation.ts'

/**
 * Marks the messages on a visible screen as read, for users who may answer. `onRead` sends the newest
 * read position.
 */
export function useReadMark(
  unread: number,
  { messages: shown }: ConversationState,
  canMark: boolean,
  onRead: (newest: string) => Promise<void>,
) {
  const newest = shown.at(-1)?.updated_at
  const mark = useEffectEvent(() => {
    if (!canMark || !newest || unread === 0 || document.hidden) return
    onRead(newest).catch(() => {}) // retried with the next message or focus
  })
  useEffect(() => {
    if (canMark && newest && unread > 0) mark()
  }, [canMark, newest, unread])
  useEffect(() => {
    const onVisible = () => mark()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
}
