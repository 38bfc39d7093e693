import {
  type PortalCampaignProduct,
  type PortalCartItem,
  portalCampaigns,
} from '@kontor/contract/campaigns/portal'
import { useTranslations } from 'use-intl'
import { useShowRefusal } from '../../../components/ordering/useShowRefusal.ts'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { type ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
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
  const showRefusal = useShowRefusal()
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
    onError: (error, wanted) => isHandled?.(error, wanted) || showRefusal(error, wanted),
  })
}
