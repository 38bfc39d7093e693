import type { MessageThread } from '@kontor/contract/messages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

/** Plays a sound for new messages and announces them to screen readers. */
export function useNewMessageTone(
  threads: readonly MessageThread[] | undefined,
  chosen: number | null,
  sound: string,
) {
  const t = useTranslations()
  const [news, setNews] = useState('')
  const marked = useIncomingMessages(threads, chosen, (unreadThreads) => {
    if (sound === 'on') playTone()
    setNews(
      t('chat.news', {
        name: unreadThreads[0]?.user ?? '',
        text: unreadThreads[0]?.last_message?.message ?? '',
      }),
    )
  })
  return { news, marked }
}

let context: AudioContext | undefined

/** Plays two short, quiet notes. Silent in a browser without a user gesture so far. */
function playTone() {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const { currentTime: now, destination } = context
  if (context.state === 'suspended') void context.resume().catch(() => {})
  for (const [at, pitch] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const note = new OscillatorNode(context, { type: 'sine', frequency: pitch })
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.linearRampToValueAtTime(0.08, now + at + 0.02)
    volume.gain.linearRampToValueAtTime(0, now + at + 0.16)
    note.connect(volume).connect(destination)
    note.start(now + at)
    note.stop(now + at + 0.18)
  }
}

/**
 * Watches a list of threads and calls back with those that have a new message of the other side, unless
 * they are on a visible screen. Returns the ids of new threads until they are opened. Threads of the
 * first load are not new.
 */
function useIncomingMessages(
  threads: readonly MessageThread[] | undefined,
  chosen: number | null,
  onNews: (threads: MessageThread[]) => void,
): ReadonlySet<number> {
  const known = useRef<readonly MessageThread[] | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set<number>())
  const report = useEffectEvent(onNews)
  const isSeen = useEffectEvent((id: number) => id === chosen && !document.hidden)
  useEffect(() => {
    if (!threads) return
    const before = known.current
    known.current = threads
    if (!before) return
    const news = threadsWithNews(before, threads).filter(({ id }) => !isSeen(id))
    if (news.length === 0) return
    setMarked((all) => new Set([...all, ...news.map(({ id }) => id)]))
    report(news)
  }, [threads])
  useEffect(() => {
    if (chosen !== null) setMarked((all) => new Set([...all].filter((id) => id !== chosen)))
  }, [chosen])
  return marked
}

type Thread = Pick<MessageThread, 'id' | 'unread' | 'last_message'>

/**
 * The threads with a message that is unread and later than the last one known, and new threads with a message. Responses
 * may arrive out of order: a larger count without a later message is not news.
 */
export function threadsWithNews<T extends Thread>(before: readonly T[], now: readonly T[]): T[] {
  const known = new Map(before.map((one) => [one.id, one]))
  return now.filter(({ id, unread, last_message }) => {
    const one = known.get(id)
    const isLater = last_message && last_message.updated_at > (one?.last_message?.updated_at ?? '')
    return isLater && unread > (one?.unread ?? -1)
  })
}
