import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Conversation, ConversationState } from '../../../components/chat/conversation.ts'

/** Pixels from the end within which one still reads the newest. */
const NEAR = 160

const toEnd = () => scrollTo({ top: document.documentElement.scrollHeight })

/**
 * Keeps the end in sight while one is there and after one has written, keeps what one reads in its place when older
 * messages come above it, and asks for those when the returned element, the first in the log, comes into sight.
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
      isAtEnd.current = scrollY + innerHeight > scrollHeight - NEAR
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

  // Writing leads back to the end; the first messages are shown from theirs, after the router has set its own place.
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
