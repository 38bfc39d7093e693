import { customerSupport } from '@kontor/contract/customerSupport'
import type { SupportConversation } from '@kontor/contract/customerSupport/inbox'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Conversation } from '../../../components/chat/conversation.ts'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useIsHere } from '../../../lib/router/useIsHere.ts'
import { useIsMounted } from '../../../lib/useIsMounted.ts'
import { excerptOf, lastPosition, unseenOf } from './threads.ts'
import type { useInbox } from './useInbox.ts'

/** Resolves or reopens a message by the documented toggle, and offers undo. */
export function useResolve(
  { id, is_active }: SupportConversation,
  { open, openNext, next, previous, isResolved }: ReturnType<typeof useInbox>,
  conversation: Conversation,
) {
  const t = useTranslations()
  const queries = useQueryClient()
  const isHere = useIsHere()
  // A queued answer may be sent when another conversation is open, which then stays open.
  const isMounted = useIsMounted()
  const reopen = async () => {
    await set(true)
    if (isHere()) open(id)
  }
  const set = (target: boolean) =>
    apiRequest(customerSupport.toggle, { params: { id: String(id) }, body: { is_active: target } }).then(
      () => void queries.invalidateQueries(),
      shownError.show,
    )
  /** Opens the next conversation, because the message left the list, and offers undo. */
  const announce = () => {
    notify.success(t('support.told_resolved'), { undo: () => void reopen() })
    void queries.invalidateQueries()
    if (isMounted.current && isHere() && !isResolved) openNext(next ?? previous)
  }
  const [question, ask] = useConfirm()
  const resolve = async (seen: string | undefined): Promise<void> => {
    const body = { is_active: !is_active, ...(is_active && seen && { seen }) }
    try {
      await apiRequest(customerSupport.toggle, { params: { id: String(id) }, body })
    } catch (error) {
      const newMessages = unseenOf(error)
      if (!newMessages) return shownError.show(error)
      void conversation.poll()
      const isConfirmed = await ask({
        title: t('support.unseen'),
        text: t('support.unseen_text', { text: excerptOf(newMessages) }),
        action: t('support.unseen_resolve'),
        cancel: t('support.unseen_back'),
      })
      return isConfirmed ? resolve(newMessages.at(-1)?.updated_at) : undefined
    }
    if (is_active) return announce()
    notify.success(t('support.told_open'))
    void queries.invalidateQueries()
  }
  return { announce, question, run: () => void resolve(lastPosition(conversation)) }
}
