import { portalSliders } from '@kontor/contract/sliders/portal'
import { useTranslations } from 'use-intl'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useIdempotentMutation } from '../../../lib/idempotency/useIdempotentMutation.ts'

/** The ordered pieces, at the price on screen; `ignore_quantity` after the partner accepted insufficient stock. */
interface SliderOrder {
  quantity: number
  price: string
  ignore_quantity?: boolean
}

interface OrderCallbacks {
  /** Gets the pieces in stock when they are insufficient. */
  onShort: (available: number) => void
  onDone: () => void
}

/** Orders pieces of a promotion exactly once. */
export function useOrder(sliderId: number, callbacks?: OrderCallbacks) {
  const t = useTranslations()
  return useIdempotentMutation<SliderOrder, unknown>(`slider-order:${sliderId}`, {
    call: ({ key, body }) =>
      apiRequest(portalSliders.order, { params: { id: String(sliderId) }, body, idempotencyKey: key }),
    onDone: ({ quantity }) => {
      notify.success(t('portal.slider.order_done', { count: quantity }))
      callbacks?.onDone()
    },
    ...(callbacks && {
      onError: (error) => {
        const [short] = error.body.short ?? []
        if (short) callbacks.onShort(short.available)
        else shownError.show(error)
      },
    }),
  })
}
