import { type PortalCartItem, portalCampaigns } from '@kontor/contract/campaigns/portal'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { shownError } from '../../../lib/api/shownError.ts'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'

/** Removes an item with confirmation: render the first returned element, call the second. */
export function useRemoveItem(): [ReactNode, (item: PortalCartItem) => Promise<void>] {
  const t = useTranslations()
  const queries = useQueryClient()
  const [question, confirm] = useConfirm()
  const mutation = useApiMutation(portalCampaigns.remove, {
    success: t('portal.cart.withdrawn'),
    onFailed: (error) => {
      void queries.invalidateQueries() // delivered or removed meanwhile
      if (error.status !== 404) shownError.show(error) // it is gone, as wanted
    },
  })
  const removeItem = async ({ id, product: { name }, quantity, version }: PortalCartItem) => {
    const isConfirmed = await confirm({
      title: t('portal.cart.withdraw_title'),
      text: t('portal.cart.withdraw_text', { name, count: quantity }),
      action: t('portal.cart.withdraw'),
      danger: true,
    })
    if (isConfirmed && !mutation.isPending) mutation.mutate({ params: { id: String(id) }, body: { version } })
  }
  return [question, removeItem]
}
