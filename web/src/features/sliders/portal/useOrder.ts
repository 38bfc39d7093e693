import { appSliders } from '@kontor/contract/sliders/portal'
import { useTranslations } from 'use-intl'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { useIdempotentMutation } from '../../../lib/idempotency/useIdempotentMutation.ts'

/** Pieces that are wanted; `ignore_quantity` once the partner knows that there are fewer in stock. */
interface Wanted {
  quantity: number
  ignore_quantity?: boolean
}

/** Orders pieces of a promotion, once. `onShort` is called with the pieces in stock when those are too few, else with null. */
export function useOrder(sliderId: number, onShort?: (available: number | null) => void) {
  const t = useTranslations()
  return useIdempotentMutation<Wanted, unknown>(`slider-order:${sliderId}`, {
    call: ({ key, body }) =>
      apiRequest(appSliders.order, { params: { id: String(sliderId) }, body, idempotencyKey: key }),
    onDone: ({ quantity }) => {
      notify.success(t('portal.slider.order_done', { count: quantity }))
      onShort?.(null)
    },
    ...(onShort && {
      onError: (error) => {
        const [short] = error.body.short ?? []
        if (short) onShort(short.available)
        else notify.failure(error)
      },
    }),
  })
}
