import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Conversation, ConversationState } from '../../../components/chat/conversation.ts'

/** Pixels from the end that count as at the end. */
const END_PX = 160

const toEnd = () => scrollTo({ top: document.documentElement.scrollHeight })

/**
 * Scrolling of the chat: stays at the end while the user is there or has just written, keeps the position
 * when older messages are prepended, and loads those when the returned element, the first in the log,
 * becomes visible.
 */
export function useChatScroll(
  conversation: Conversation,
  { messages, outgoing, hasOlder }: ConversationState,
) {
  const top = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const height = useRef(0)
  const first = messages[0]?.id
  const known = useRef(first)
  const isEmpty = messages.length + outgoing.length === 0
  const written = outgoing.at(-1)?.key

  useEffect(() => {
    const onScroll = () => {
      const { scrollHeight } = document.documentElement
      isAtEnd.current = scrollY + innerHeight > scrollHeight - END_PX
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])

  useLayoutEffect(() => {
    const { scrollHeight } = document.documentElement
    if (known.current !== undefined && first !== known.current) scrollBy(0, scrollHeight - height.current)
    else if (isAtEnd.current) toEnd()
    known.current = first
    height.current = scrollHeight
  })

  // Sending scrolls to the end. The first load scrolls to the end after the router has restored its
  // position.
  useEffect(() => {
    if (isEmpty && !written) return
    isAtEnd.current = true
    const frame = requestAnimationFrame(toEnd)
    return () => cancelAnimationFrame(frame)
  }, [isEmpty, written])

  useEffect(() => {
    if (!top.current || !hasOlder || first === undefined) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !isAtEnd.current) void conversation.older()
    })
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [conversation, hasOlder, first])
  return top
}
