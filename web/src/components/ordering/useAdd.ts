import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../ui/snackbar/notify.tsx'
import { basket, MAX_LINES, type Offered } from './basket.ts'

/**
 * Adds pieces of a product to the basket, with a message when it is full. Returns whether they were
 * added.
 */
export function useAdd() {
  const t = useTranslations()
  return useCallback(
    (product: Offered, quantity: number) => {
      if (basket.isFull(product)) notify.error(t('order.full', { count: MAX_LINES }))
      return basket.set(product, quantity)
    },
    [t],
  )
}
