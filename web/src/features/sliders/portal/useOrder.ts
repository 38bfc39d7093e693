import { appSliders } from '@kontor/contract/sliders/portal'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { useTexts } from '../../../lib/i18n/useTexts.ts'
import { useIdempotentMutation } from '../../../lib/idempotency/useIdempotentMutation.ts'
import { texts } from './texts.ts'

/** Orders pieces of a promotion, once. */
export function useOrder(sliderId: number) {
  const t = useTexts(texts)
  return useIdempotentMutation<{ quantity: number }, unknown>(`slider-order:${sliderId}`, {
    call: ({ key, body }) =>
      apiRequest(appSliders.order, { params: { id: String(sliderId) }, body, idempotencyKey: key }),
    onDone: ({ quantity }) => notify.success(t('portal.slider.order_done', { count: quantity })),
  })
}
