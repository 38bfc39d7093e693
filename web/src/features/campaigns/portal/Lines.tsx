import type { PortalCartItem } from '@kontor/contract/campaigns/portal'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProductImage } from '../../../components/ordering/Product.tsx'
import row from '../../../components/ordering/product.module.css'
import cards from '../../../components/portal/card.module.css'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { StatusChip } from '../../../components/ui/StatusChip.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { LineForm } from './LineForm.tsx'
import classes from './Lines.module.css'
import { useRemoveItem } from './useRemoveItem.ts'

/** Cart items of the partner. Delivered ones are read-only; others can be changed and removed. */
export function Lines({ items, named }: { items: PortalCartItem[]; named?: boolean }) {
  const [question, removeItem] = useRemoveItem()
  return (
    <>
      <ul className={`${cards.card} ${cards.rows}`}>
        {items.map((item) => (
          <Line key={item.id} item={item} named={named ?? false} onRemove={() => void removeItem(item)} />
        ))}
      </ul>
      {question}
    </>
  )
}

interface LineProps {
  item: PortalCartItem
  /** Shows the product's name. */
  named: boolean
  onRemove: () => void
}

function Line({ item, named, onRemove }: LineProps) {
  const t = useTranslations()
  const { euro, shortDateTime } = useFormat()
  const [isChanging, setChanging] = useState(false)
  const { product, quantity: count, price, total, ignore_quantity, is_delivered, created_at } = item
  return (
    <li className={classes.line}>
      {named && <ProductImage image={product.image} />}
      <div className={cards.grow}>
        {named && <p className={row.name}>{product.name}</p>}
        <p>{t('portal.cart.at_price', { count, price: euro(price) })}</p>
        <p className={cards.muted}>
          {named && `${product.erp_code} · `}
          {shortDateTime(created_at)}
          {ignore_quantity && !is_delivered && ` · ${t('portal.cart.out_of_stock')}`}
        </p>
      </div>
      <div className={classes.end}>
        <span className={classes.total}>{euro(total)}</span>
        {is_delivered ? (
          <StatusChip on label={t('portal.cart.delivered')} />
        ) : (
          <span className={classes.actions}>
            <IconButton
              icon={IconPencil}
              label={t('portal.cart.change_of', { name: product.name })}
              aria-expanded={isChanging}
              onClick={() => setChanging(!isChanging)}
            />
            <IconButton
              icon={IconTrash}
              label={t('portal.cart.withdraw_of', { name: product.name })}
              onClick={onRemove}
            />
          </span>
        )}
      </div>
      {isChanging && !is_delivered && <LineForm item={item} onClose={() => setChanging(false)} />}
    </li>
  )
}
