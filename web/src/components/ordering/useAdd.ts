import { useCallback } from 'react'
import { useTexts } from '../../lib/i18n/useTexts.ts'
import { notify } from '../ui/snackbar/notify.tsx'
import { basket, MOST_LINES, type Offered } from './basket.ts'
import { orderTexts } from './texts.ts'

/** Puts pieces of a product into the basket, with a message when it is full. Returns whether they are in it. */
export function useAdd() {
  const t = useTexts(orderTexts)
  return useCallback(
    (product: Offered, quantity: number) => {
      const isIn = basket.set(product, quantity)
      if (!isIn) notify.error(t('order.full', { count: MOST_LINES }))
      return isIn
    },
    [t],
  )
}
