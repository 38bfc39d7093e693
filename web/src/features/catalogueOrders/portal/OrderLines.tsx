import type { PortalOrderLine } from '@kontor/contract/catalogueOrders/portal'
import { useTranslations } from 'use-intl'
import { ProductImage } from '../../../components/ordering/Product.tsx'
import product from '../../../components/ordering/product.module.css'
import cards from '../../../components/portal/card.module.css'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import classes from './Basket.module.css'

/** Ordered lines with their state. */
export function OrderLines({ lines }: { lines: readonly PortalOrderLine[] }) {
  const t = useTranslations()
  const { euro } = useFormat()
  return (
    <ul className={cards.rows}>
      {lines.map((line) => (
        <li
          key={`${line.campaign?.id ?? ''} ${line.id}`}
          className={cards.row}
          data-off={!line.is_active || undefined}
        >
          <ProductImage image={line.product.image} />
          <div className={cards.grow}>
            <p className={product.name}>{line.product.name}</p>
            <p className={product.facts}>
              {line.product.erp_code}
              <span>{t('portal.orders.at_price', { count: line.quantity, price: euro(line.price) })}</span>
            </p>
            <p className={classes.state} data-state={stateOf(line)}>
              {t(`portal.orders.${stateOf(line)}`)}
            </p>
          </div>
          <span className={classes.total}>{euro(line.total)}</span>
        </li>
      ))}
    </ul>
  )
}

function stateOf({ is_active, ignore_quantity }: PortalOrderLine) {
  if (!is_active) return 'cancelled'
  return ignore_quantity ? 'waiting' : 'ordered'
}
