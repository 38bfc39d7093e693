import { unreadSupport } from '@kontor/contract/customerSupport/unread'
import { useEffect } from 'react'
import { useRefresh, useUnlessTold } from '../../kit/live/useEvents.ts'
import { useRoute } from '../../kit/net/useRoute.ts'
import { useMay } from '../../kit/rights/useMay.ts'
import { waiting } from '../../kit/shell/waiting.ts'
import { useTexts } from '../../kit/texts/useTexts.ts'

/** Milliseconds between two looks while the server cannot tell by itself. */
const PAUSE = 30_000

/** Tells the menu how many conversations nobody has read; shows nothing itself. */
export const SupportWaiting = () => useMay()(unreadSupport.needs) && <Count />

function Count() {
  const t = useTexts()
  const { data } = useRoute(unreadSupport, {}, { every: useUnlessTold(PAUSE) })
  useRefresh('support_message', [unreadSupport])
  const count = data?.conversations ?? 0
  const says = t('shell.unread_support', { count })
  useEffect(() => {
    waiting.set('/customerService', { count, says })
    return () => waiting.set('/customerService', undefined)
  }, [count, says])
  return null
}
