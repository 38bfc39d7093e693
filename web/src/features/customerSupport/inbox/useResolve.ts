import { customerSupport } from '@kontor/contract/customerSupport'
import type { SupportConversation } from '@kontor/contract/customerSupport/inbox'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../../kit/net/call.ts'
import { notify } from '../../../kit/notify/notify.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from '../texts.ts'
import type { useInbox } from './useInbox.ts'

/** Puts a message aside by the documented toggle, or takes it up again, and offers the way back. */
export function useResolve(
  { id, is_active }: SupportConversation,
  { open, next, previous, isResolved }: ReturnType<typeof useInbox>,
) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const router = useRouter()
  const screen = useLocation({ select: ({ pathname }) => pathname })
  // Answers that wait for a network arrive when something else may be read: whoever has gone there stays there.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const takeBack = async () => {
    await set(true)
    if (router.state.location.pathname === screen) open(id)
  }
  const set = (target: boolean) =>
    call(customerSupport.toggle, { params: { id: String(id) }, body: { is_active: target } }).then(
      () => void queries.invalidateQueries(),
      notify.failure,
    )
  /** The message is out of the list: the next one is opened, and the way back is offered. */
  const told = () => {
    notify.success(t('support.told_resolved'), { undo: () => void takeBack() })
    void queries.invalidateQueries()
    if (isHere.current && !isResolved) open(next ?? previous)
  }
  return {
    told,
    run: () =>
      void call(customerSupport.toggle, { params: { id: String(id) }, body: { is_active: !is_active } }).then(
        () => {
          if (is_active) return told()
          notify.success(t('support.told_open'))
          void queries.invalidateQueries()
        },
        notify.failure,
      ),
  }
}
