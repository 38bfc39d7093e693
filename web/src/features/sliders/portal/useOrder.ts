import { appSliders } from '@kontor/contract/sliders/portal'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { connection } from '../../../kit/live/connection.ts'
import { type CallError, call, isUnanswered } from '../../../kit/net/call.ts'
import { notify } from '../../../kit/notify/notify.tsx'
import { type Intent, intend, pendingIntent, settleIntent } from '../../../kit/session/intent.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

interface Wanted {
  quantity: number
}

/** Answers that say nothing about the order: it may have happened, so it stays to be asked about again. */
const isUnclear = (error: CallError) =>
  isUnanswered(error) || [401, 409, 429].includes(error.status) || error.status >= 500

/**
 * Orders once, however often it is pressed, cut off or reloaded: what was decided is kept with its key until the server
 * has answered it. What was left unanswered is sent again when the screen opens and whenever the network is back.
 */
export function useOrder(sliderId: number) {
  const t = useTexts(texts)
  const what = `slider-order:${sliderId}`
  const queries = useQueryClient()
  const [pending, setPending] = useState<Intent<Wanted> | null>(() => pendingIntent<Wanted>(what))
  const isUnderWay = useRef(false) // before a render says so: two presses may come in one
  const act = useMutation<unknown, CallError, Intent<Wanted>>({
    mutationFn: ({ key, body }) =>
      call(appSliders.order, { params: { id: String(sliderId) }, body, idempotencyKey: key }),
    onSuccess: (_reply, { body }) => {
      settle()
      notify.success(t('portal.slider.order_done', { count: body.quantity }))
      return queries.invalidateQueries()
    },
    onError: (error, intent) => {
      if (isUnclear(error)) return setPending(intent)
      settle()
      notify.failure(error)
    },
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  const settle = () => {
    settleIntent(what)
    setPending(null)
  }
  const { mutate } = act
  const send = useCallback(
    (quantity?: number) => {
      const intent = quantity === undefined ? pendingIntent<Wanted>(what) : intend(what, { quantity })
      if (!intent || isUnderWay.current) return
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
  return { pending, send, isSending: act.isPending }
}
