// Mutations that are carried out exactly once.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, isUnanswered } from '../api/apiRequest.ts'
import { shownError } from '../api/shownError.ts'
import { connection } from '../realtime/connection.ts'
import { session } from '../session/session.ts'
import {
  clearIntent,
  type Intent,
  isExpired,
  isPendingIntent,
  onIntentSettled,
  pendingIntent,
  saveIntent,
} from './intent.ts'

interface Doing<Input, Done> {
  /** Sends the request with its key. */
  call: (intent: Intent<Input>) => Promise<Done>
  onDone: (input: Input, done: Done) => void
  /** Replaces the error dialog. */
  onError?: (error: ApiError, input: Input) => void
}

/** What the screens now open do with a response: the one that sent the request may have been left. */
const openScreens = new Map<string, Pick<Doing<never, never>, 'onDone' | 'onError'>>()
/** Keys of discarded requests: one that was still being sent is shown when its response arrives. */
const dropped = new Set<string>()

/** The state of an idempotent mutation. */
export interface IdempotentMutation<Input> {
  /** Sent without a response yet. */
  pending: Intent<Input> | null
  /** Sends a new request, or the pending one again. */
  send: (input?: Input) => void
  /** Discards the pending request; whether it was carried out is unknown. */
  drop: () => void
  isSending: boolean
  /** The request that is being sent or is pending. */
  open: Intent<Input> | null
}

/** Errors that do not show whether the request was carried out: it stays pending. */
const isUnclear = (error: ApiError) =>
  isUnanswered(error) || [401, 409, 429].includes(error.status) || error.status >= 500

/**
 * Milliseconds until a request without a clear response is sent again: doubled after each attempt, up to a minute, for
 * as long as it may be repeated.
 */
const REPEAT_AFTER = 5000
const repeatAfter = (failures: number) => Math.min(REPEAT_AFTER * 2 ** (failures - 1), 60_000)

/**
 * Carries a request out exactly once across repeated clicks, lost connections and reloads: the request
 * about `what` is stored with its key until the server has responded. A pending request is sent again
 * when the screen opens, whenever the network is back, and in growing intervals; until then no other one is sent, in
 * other tabs neither. An expired one is not sent again: only the user can find out whether it was carried out.
 */
export function useIdempotentMutation<Input, Done>(
  what: string,
  doing: Doing<Input, Done>,
): IdempotentMutation<Input> {
  const queries = useQueryClient()
  const [pending, setPending] = useState<Intent<Input> | null>(() => pendingIntent<Input>(what))
  const [owner] = useState(() => session.owner())
  const isGone = () => session.token() === null || session.owner() !== owner // no callback after the session has ended
  const [failures, setFailures] = useState(0)
  const isPending = useRef(false) // set before the next render: two clicks may share one
  useEffect(() => {
    openScreens.set(what, doing)
    return () => {
      if (openScreens.get(what) === doing) openScreens.delete(what)
    }
  })
  const finish = (intent: Intent<Input>) => {
    clearIntent(what, intent)
    setPending(null)
    setFailures(0)
  }
  const markPending = (intent: Intent<Input>) => {
    setPending(pendingIntent(what)) // none when another tab got the response
    if (isPendingIntent(what, intent)) setFailures((count) => count + 1)
  }
  /**
   * The open screen, when the response is the first one: screens and tabs may have sent the request at the same time.
   * Without a screen, or when the session has ended, the request stays pending: the next screen sends it again and gets
   * the same response.
   */
  const screenOf = (intent: Intent<Input>) => {
    const screen = openScreens.get(what) as Pick<typeof doing, 'onDone' | 'onError'> | undefined
    if (!isGone() && screen && (isPendingIntent(what, intent) || dropped.delete(intent.key))) return screen
    markPending(intent)
    return null
  }
  const mutation = useMutation<Done, ApiError, Intent<Input>>({
    mutationFn: doing.call,
    onSuccess: (done, intent) => {
      const screen = screenOf(intent)
      if (!screen) return
      // The input goes before the request: another tab must not find neither of them sent.
      screen.onDone(intent.body, done)
      finish(intent)
      void queries.invalidateQueries() // not awaited: the next request need not wait for the lists
    },
    onError: (error, intent) => {
      if (isUnclear(error)) return markPending(intent)
      const screen = screenOf(intent)
      if (!screen) return
      finish(intent)
      void queries.invalidateQueries() // data on screen caused the error
      if (screen.onError) screen.onError(error, intent.body)
      else shownError.show(error)
    },
    onSettled: () => {
      isPending.current = false
    },
  })
  const { mutate } = mutation
  const send = useCallback(
    (input?: Input) => {
      if (isPending.current) return
      const earlier = pendingIntent<Input>(what)
      const intent = earlier ?? (input === undefined ? null : saveIntent(what, input))
      setPending(earlier) // a pending request of another tab takes precedence and is shown instead
      if (!intent || isExpired(intent)) return
      isPending.current = true
      mutate(intent)
    },
    [what, mutate],
  )
  useEffect(() => {
    const again = () => send()
    again()
    return connection.onReturn(again)
  }, [send])
  useEffect(() => {
    if (failures === 0) return
    const timer = setTimeout(send, repeatAfter(failures))
    return () => clearTimeout(timer)
  }, [failures, send])
  useEffect(
    () =>
      onIntentSettled(what, () => {
        setPending(null)
        setFailures(0)
      }),
    [what],
  )
  const drop = () => {
    if (pending) {
      dropped.add(pending.key)
      finish(pending)
    }
    void queries.invalidateQueries() // refetching shows whether it was carried out
  }
  const open = (mutation.isPending && mutation.variables) || pending
  return { pending, send, drop, isSending: mutation.isPending, open }
}
