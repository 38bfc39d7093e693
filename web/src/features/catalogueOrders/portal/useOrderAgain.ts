import { type AppOrderLine, appOrders } from '@kontor/contract/catalogueOrders/portal'
import { useTranslations } from 'use-intl'
import { basket, keyOf, MAX_LINE_PIECES } from '../../../components/ordering/basket.ts'
import { useAdd } from '../../../components/ordering/useAdd.ts'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useExclusiveCall } from '../../../lib/api/useExclusiveCall.ts'

/**
 * Adds the lines of an order to the basket again, as far as they can still be ordered; reports the
 * others.
 */
export function useOrderAgain(lines: readonly AppOrderLine[], announce: (text: string) => void) {
  const t = useTranslations()
  const add = useAdd()
  const body = { lines: lines.map(({ product }) => ({ product_id: product.id })) }
  const check = useApiMutation(appOrders.check, {
    onDone: (checked) => {
      const priced = lines.map((line, index) => ({ line, price: checked[index]?.price ?? null }))
      const added = priced.filter(({ line, price }) => price !== null && addToBasket(line, price)).length
      const gone = priced.flatMap(({ line, price }) => (price === null ? [line.product.name] : []))
      announce(
        gone.length === lines.length
          ? t('portal.orders.again_none')
          : gone.length > 0
            ? t('portal.orders.cannot', { names: gone.join(', ') })
            : '',
      )
      if (added > 0) notify.success(t('portal.orders.again_done', { count: added }))
    },
  })
  /** Adds the ordered quantity to the quantity in the basket. */
  const addToBasket = ({ product: { id, name, erp_code, image }, quantity }: AppOrderLine, price: string) => {
    const offered = { product_id: id, campaign: null, name, erp_code, image, price }
    const inBasket = basket.lines().find((line) => keyOf(line) === keyOf(offered))?.quantity ?? 0
    return add(offered, Math.min(inBasket + quantity, MAX_LINE_PIECES))
  }
  const ask = useExclusiveCall(check.mutate)
  return { again: () => ask({ body }), isChecking: check.isPending }
}
