import { appSliders } from '@kontor/contract/sliders/portal'
import { call } from '../../../kit/net/call.ts'
import { notify } from '../../../kit/notify/notify.tsx'
import { useOnce } from '../../../kit/order/useOnce.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

/** Orders pieces of a promotion, once. */
export function useOrder(sliderId: number) {
  const t = useTexts(texts)
  return useOnce<{ quantity: number }, unknown>(`slider-order:${sliderId}`, {
    call: ({ key, body }) =>
      call(appSliders.order, { params: { id: String(sliderId) }, body, idempotencyKey: key }),
    onDone: ({ quantity }) => notify.success(t('portal.slider.order_done', { count: quantity })),
  })
}
