import { undelivered } from '@kontor/contract/campaigns/undelivered'
import { useEffect } from 'react'
import { useRefresh, useUnlessTold } from '../../../kit/live/useEvents.ts'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { useMay } from '../../../kit/rights/useMay.ts'
import { waiting } from '../../../kit/shell/waiting.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'

/** Milliseconds between two looks while the server cannot tell by itself. */
const PAUSE = 30_000

/** Tells the menu how many lines of carts wait to be delivered; shows nothing itself. */
export const Undelivered = () => useMay()(undelivered.needs) && <Count />

function Count() {
  const t = useTexts()
  const { data } = useRoute(undelivered, {}, { every: useUnlessTold(PAUSE) })
  useRefresh('cart', [undelivered])
  const count = data?.items ?? 0
  const says = t('shell.undelivered', { count })
  useEffect(() => {
    waiting.set('/cart', { count, says })
    return () => waiting.set('/cart', undefined)
  }, [count, says])
  return null
}
