import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { lineKey, type Offered } from './basket.ts'
import { useBasket } from './basketStore.ts'
import classes from './product.module.css'
import { useAdd } from './useAdd.ts'

// Loaded on first use: the dialog code is a third of what a list needs.
const QuantitySheet = lazyPart(() => import('./QuantitySheet.tsx'), 'QuantitySheet')

/** Adds one piece to the basket; then shows the number in the basket and opens the quantity dialog. */
export function AddButton({ product }: { product: Offered }) {
  const t = useTranslations()
  const { integer } = useFormat()
  const [isSheetOpen, setAsking] = useState(false)
  const add = useAdd()
  const count = useBasket().find((line) => lineKey(line) === lineKey(product))?.quantity ?? 0
  const { name } = product
  return (
    <>
      <button
        type="button"
        className={classes.order}
        data-count={count > 0 || undefined}
        aria-label={count > 0 ? t('order.change_of', { count, name }) : t('order.add_of', { name })}
        onClick={() => (count > 0 ? setAsking(true) : add(product, 1))}
      >
        {count > 0 ? integer(count) : <IconPlus size={20} aria-hidden />}
      </button>
      {isSheetOpen && <QuantitySheet product={product} count={count} onClose={() => setAsking(false)} />}
    </>
  )
}
