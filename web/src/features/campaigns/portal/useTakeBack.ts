import { type AppCartItem, appCampaigns } from '@kontor/contract/campaigns/portal'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useConfirm } from '../../../kit/dialog/useConfirm.tsx'
import { useAct } from '../../../kit/net/useAct.ts'
import { notify } from '../../../kit/notify/notify.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

/** Takes a line back after asking: put the first element of the result on screen, call the second. */
export function useTakeBack(): [ReactNode, (item: AppCartItem) => Promise<void>] {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const [question, confirm] = useConfirm()
  const act = useAct(appCampaigns.remove, {
    success: t('portal.cart.taken_back'),
    onFailed: (error) => {
      void queries.invalidateQueries() // delivered meanwhile, or already gone
      notify.failure(error)
    },
  })
  const takeBack = async ({ id, product: { name }, quantity }: AppCartItem) => {
    const sure = await confirm({
      title: t('portal.cart.take_back_title'),
      text: t('portal.cart.take_back_text', { name, count: quantity }),
      action: t('portal.cart.take_back'),
      danger: true,
    })
    if (sure && !act.isPending) act.mutate({ params: { id: String(id) } })
  }
  return [question, takeBack]
}
