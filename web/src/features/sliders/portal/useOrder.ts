import { MAX_PIECES } from '@kontor/contract/lib/fields/fields'
import { type PortalSlider, portalSliders } from '@kontor/contract/sliders/portal'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { INITIAL_QUANTITY, piecesOf } from '../../../components/ordering/Pieces.tsx'
import { useShowRefusal } from '../../../components/ordering/useShowRefusal.ts'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { type ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { useIdempotentMutation } from '../../../lib/idempotency/useIdempotentMutation.ts'

/** The ordered pieces, at the price on screen; `ignore_quantity` after the partner accepted insufficient stock. */
interface SliderOrder extends Pick<NonNullable<PortalSlider['product']>, 'name' | 'price'> {
  quantity: number
  ignore_quantity?: boolean
}

interface Outcome {
  onOrdered?: () => void
  /** Whether the screen itself shows the error. */
  isHandled?: (error: ApiError, order: SliderOrder) => boolean
}

/** Orders pieces of a promotion exactly once. */
export function useOrder(sliderId: number, { onOrdered, isHandled }: Outcome = {}) {
  const t = useTranslations()
  const showRefusal = useShowRefusal()
  return useIdempotentMutation<SliderOrder, unknown>(`slider-order:${sliderId}`, {
    call: ({ key, body: { name, ...body } }) =>
      apiRequest(portalSliders.order, { params: { id: String(sliderId) }, body, idempotencyKey: key }),
    onDone: ({ quantity }) => {
      notify.success(t('portal.slider.order_done', { count: quantity }))
      onOrdered?.()
    },
    onError: (error, wanted) => isHandled?.(error, wanted) || showRefusal(error, wanted),
  })
}

export type Ordering = ReturnType<typeof useOrdering>

/** Ordering on the page of a promotion: the quantity as typed, and the stock and price when it was insufficient. */
export function useOrdering(sliderId: number) {
  const [typedQuantity, setTypedQuantity] = useState(INITIAL_QUANTITY)
  const [shortage, setShortage] = useState<{ available: number; price: string } | null>(null)
  const set = (next: string) => {
    setShortage(null)
    setTypedQuantity(next)
  }
  const order = useOrder(sliderId, {
    onOrdered: () => set(INITIAL_QUANTITY),
    isHandled: ({ body: { short = [] } }, { price, quantity }) => {
      const [lack] = short
      if (!lack || piecesOf(typedQuantity, MAX_PIECES).quantity !== quantity) return false
      setShortage({ available: lack.available, price })
      return true
    },
  })
  return { order, typedQuantity, set, shortage }
}
