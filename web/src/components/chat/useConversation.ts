import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { connection } from '../../lib/realtime/connection.ts'
import { useIsLive } from '../../lib/realtime/useEvents.ts'
import { useUnsaved } from '../ui/dialog/useUnsaved.ts'
import type { Conversation, ConversationState } from './conversation.ts'

/**
 * The state of a conversation on screen. Polls every `everyMs` while the event stream is down or the last
 * read failed, and sends outgoing messages when the server is back.
 */
export function useConversation(conversation: Conversation, everyMs: number) {
  const state = useSyncExternalStore(conversation.subscribe, conversation.state)
  const words = useDiscardWords()
  useEffect(() => conversation.askWith(words))
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

/** Warns before a message that is being written is lost. Switching threads keeps it and does not warn. */
export function useUnsentDraft(isUnsent: boolean, onLeave?: () => void) {
  const words = useDiscardWords()
  useUnsaved(isUnsent, { within: 'path', words, ...(onLeave && { onLeave }) })
}

function useDiscardWords() {
  const t = useTranslations()
  return { title: t('chat.unsent'), text: t('chat.unsent_text'), action: t('chat.discard') }
}
