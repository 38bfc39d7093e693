// Deciding on pieces and having that happen once.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { type ApiError, isUnanswered } from '../api/apiRequest.ts'
import { connection } from '../realtime/connection.ts'
import { session } from '../session/session.ts'
import { clearIntent, type Intent, isExpired, onIntentSettled, pendingIntent, saveIntent } from './intent.ts'

interface Doing<Wanted, Done> {
  /** Sends what was decided under its key. */
  call: (intent: Intent<Wanted>) => Promise<Done>
  onDone: (wanted: Wanted, done: Done) => void
  /** Replaces the error dialog. */
  onError?: (error: ApiError, wanted: Wanted) => void
}

/** How it stands with what was decided. */
export interface IdempotentMutation<Wanted> {
  /** What has been sent and not been answered. */
  pending: Intent<Wanted> | null
  /** Sends what was decided, or again what is pending. */
  send: (wanted?: Wanted) => void
  /** Gives up what is pending; that it has not happened nobody can say. */
  drop: () => void
  isSending: boolean
}

/** Answers that say nothing about the order: it may have happened, so it stays to be asked about again. */
const isUnclear = (error: ApiError) =>
  isUnanswered(error) || [401, 409, 429].includes(error.status) || error.status >= 500

/**
 * Does it once, however often it is pressed, cut off or reloaded: what was decided about `what` is kept with its key
 * until the server has answered it. What was left unanswered is sent again when the screen opens and whenever the
 * network is back; until then nothing else is sent instead, in other tabs neither. What is past is not sent again: only
 * the person can find out whether it has happened.
 */
export function useIdempotentMutation<Wanted, Done>(
  what: string,
  { call, onDone, onError }: Doing<Wanted, Done>,
): IdempotentMutation<Wanted> {
  const queries = useQueryClient()
  const [pending, setPending] = useState<Intent<Wanted> | null>(() => pendingIntent<Wanted>(what))
  const [user] = useState(() => session.username())
  const isGone = () => session.token() === null || session.username() !== user // and so nobody is told
  const isUnderWay = useRef(false) // before a render says so: two presses may come in one
  const settle = (intent: Intent<Wanted>) => {
    clearIntent(what, intent)
    setPending(null)
  }
  const act = useMutation<Done, ApiError, Intent<Wanted>>({
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
      if (onError) onError(error, intent.body)
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
      const intent = earlier ?? (wanted === undefined ? null : saveIntent(what, wanted))
      setPending(earlier) // one of another tab comes first, and is said instead of what was pressed here
      if (!intent || isExpired(intent)) return
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
