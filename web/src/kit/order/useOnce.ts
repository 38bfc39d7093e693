// order: deciding on pieces and having that happen once. Also entered at Pieces.tsx (how many), Product.tsx (its picture
// and stock), basket.ts and basketStore.ts (what is about to be ordered), useAdd.ts and AddButton.tsx (into it), BasketBadge.tsx and
// BasketBar.tsx (the way to it), Waiting.tsx (what has not been answered yet), WaitingLine.tsx (the same, from any other
// screen).
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { connection } from '../live/connection.ts'
import { type CallError, isUnanswered } from '../net/call.ts'
import { notify } from '../notify/notify.tsx'
import {
  type Intent,
  intend,
  isPast,
  onIntentSettled,
  pendingIntent,
  settleIntent,
} from '../session/intent.ts'
import { session } from '../session/session.ts'

interface Doing<Wanted, Done> {
  /** Sends what was decided under its key. */
  call: (intent: Intent<Wanted>) => Promise<Done>
  onDone: (wanted: Wanted, done: Done) => void
  /** Instead of the dialog that says why it was refused. */
  onRefused?: (error: CallError, wanted: Wanted) => void
}

/** How it stands with what was decided. */
export interface Once<Wanted> {
  /** What has been sent and not been answered. */
  pending: Intent<Wanted> | null
  /** Sends what was decided, or again what is pending. */
  send: (wanted?: Wanted) => void
  /** Gives up what is pending; that it has not happened nobody can say. */
  drop: () => void
  isSending: boolean
}

/** Answers that say nothing about the order: it may have happened, so it stays to be asked about again. */
const isUnclear = (error: CallError) =>
  isUnanswered(error) || [401, 409, 429].includes(error.status) || error.status >= 500

/**
 * Does it once, however often it is pressed, cut off or reloaded: what was decided about `what` is kept with its key
 * until the server has answered it. What was left unanswered is sent again when the screen opens and whenever the
 * network is back; until then nothing else is sent instead, in other tabs neither. What is past is not sent again: only
 * the person can find out whether it has happened.
 */
export function useOnce<Wanted, Done>(
  what: string,
  { call, onDone, onRefused }: Doing<Wanted, Done>,
): Once<Wanted> {
  const queries = useQueryClient()
  const [pending, setPending] = useState<Intent<Wanted> | null>(() => pendingIntent<Wanted>(what))
  const [user] = useState(() => session.username())
  const isGone = () => session.token() === null || session.username() !== user // and so nobody is told
  const isUnderWay = useRef(false) // before a render says so: two presses may come in one
  const settle = (intent: Intent<Wanted>) => {
    settleIntent(what, intent)
    setPending(null)
  }
  const act = useMutation<Done, CallError, Intent<Wanted>>({
    mutationFn: call,
    onSuccess: (done, intent) => {
      settle(intent)
      if (isGone()) return undefined
      onDone(intent.body, done)
      return queries.invalidateQueries()
    },
    onError: (error, intent) => {
      if (isUnclear(error)) return setPending(pendingIntent(what)) // none when another tab has had the answer
      settle(intent)
      if (isGone()) return
      void queries.invalidateQueries() // what is on screen has led to a refusal
      if (onRefused) onRefused(error, intent.body)
      else notify.failure(error)
    },
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  const { mutate } = act
  const send = useCallback(
    (wanted?: Wanted) => {
      if (isUnderWay.current) return
      const earlier = pendingIntent<Wanted>(what)
      const intent = earlier ?? (wanted === undefined ? null : intend(what, wanted))
      setPending(earlier) // one of another tab comes first, and is said instead of what was pressed here
      if (!intent || isPast(intent)) return
      isUnderWay.current = true
      mutate(intent)
    },
    [what, mutate],
  )
  useEffect(() => {
    const again = () => send()
    again()
    return connection.onReturn(again)
  }, [send])
  useEffect(() => onIntentSettled(what, () => setPending(null)), [what])
  const drop = () => {
    if (pending) settle(pending)
    void queries.invalidateQueries() // whether it is there shows
  }
  return { pending, send, drop, isSending: act.isPending }
}
