import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import type {} from '@kontor/contract/customerSupport/portal'
import { useEffect } from 'react'
import { useIsLive, useRefresh } from '../../kit/live/useEvents.ts'
import { useRoute } from '../../kit/net/useRoute.ts'
import { useMay } from '../../kit/rights/useMay.ts'
import { waiting } from '../../kit/shell/waiting.ts'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

/** Milliseconds between two looks while the server cannot tell by itself. */
const PAUSE = 30_000

/** Tells the menu how many conversations nobody has read; shows nothing itself. */
export const SupportWaiting = () => useMay()(supportInbox.unread.needs) && <Count />

function Count() {
  const t = useTexts(texts)
  const isLive = useIsLive()
  const { data } = useRoute(supportInbox.unread, {}, { every: () => !isLive && PAUSE })
  useRefresh('support_message', [supportInbox.unread])
  const count = data?.conversations ?? 0
  const says = t('support.waiting', { count })
  useEffect(() => {
    waiting.set('/customerService', { count, says })
    return () => waiting.set('/customerService', undefined)
  }, [count, says])
  return null
}
