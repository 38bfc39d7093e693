import {
  type PortalCampaignProduct,
  type PortalCartItem,
  portalCampaigns,
} from '@kontor/contract/campaigns/portal'
import { useTranslations } from 'use-intl'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { useIdempotentMutation } from '../../../lib/idempotency/useIdempotentMutation.ts'

/** An order: pieces of a product, at the price on screen. */
interface CampaignOrder extends Pick<PortalCampaignProduct, 'name' | 'price'> {
  product_id: number
  quantity: number
  /** Ordered in spite of insufficient stock. */
  ignore?: boolean
}

interface Outcome {
  onOrdered?: (order: CampaignOrder) => void
  /** Whether the screen itself shows the error. */
  isHandled?: (error: ApiError, order: CampaignOrder) => boolean
}

/** Orders in a campaign, each exactly once; an order without a response blocks the next. */
export function useCampaignOrder(campaignId: number, { onOrdered, isHandled }: Outcome = {}) {
  const t = useTranslations()
  const message = useMessage()
  return useIdempotentMutation<CampaignOrder, PortalCartItem>(`campaign-order:${campaignId}`, {
    call: ({ key, body: { product_id, quantity, price, ignore = false } }) =>
      apiRequest(portalCampaigns.add, {
        params: { id: String(campaignId) },
        body: { product_id, quantity, price, ignore_quantity: ignore },
        idempotencyKey: key,
      }),
    onDone: (wanted) => {
      const { name, quantity } = wanted
      notify.success(t('portal.order.done', { count: quantity, name }), { above: true })
      onOrdered?.(wanted)
    },
    onError: (error, wanted) => {
      if (isHandled?.(error, wanted)) return
      const { name, quantity } = wanted
      const reason = message(error.body.message, error.body.params)
      const text = t('portal.order.refused', { name, count: quantity, reason })
      shownError.show(new ApiError(error.status, { message: text }))
    },
  })
}
