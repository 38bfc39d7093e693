import type { PortalCampaign, PortalCampaignProduct, PortalCartItem } from '@kontor/contract/campaigns/portal'
import { MAX_PIECES } from '@kontor/contract/lib/fields/fields'
import { multiplyByInteger } from '@kontor/contract/lib/numbers/decimal'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { excessOf } from '../../../components/ordering/excess.ts'
import { PendingOrder } from '../../../components/ordering/PendingOrder.tsx'
import { INITIAL_QUANTITY, Pieces, piecesOf } from '../../../components/ordering/Pieces.tsx'
import { ProductImage } from '../../../components/ordering/Product.tsx'
import row from '../../../components/ordering/product.module.css'
import cards from '../../../components/portal/card.module.css'
import { Dialog, DialogBody } from '../../../components/ui/dialog/Dialog.tsx'
import { useBlockInput } from '../../../components/ui/dialog/useBlockInput.ts'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { unsaved } from '../../../lib/router/unsaved.ts'
import classes from './CampaignPage.module.css'
import { Lines } from './Lines.tsx'
import { CampaignStock, Price } from './ProductRow.tsx'
import type { Availability, Ordering } from './useOrdering.ts'

interface OrderSheetProps {
  campaign: PortalCampaign
  /** The current product. */
  product: PortalCampaignProduct
  /** The partner's previous orders of the product. */
  items: PortalCartItem[]
  /** The remaining quantity, after an order of more was rejected. */
  availability: Availability
  order: Ordering['order']
  onChange: () => void
  /** Sets the quantity in the basket instead. */
  onBasket: (quantity: number) => void
  onClose: () => void
}

interface FormProps extends Omit<OrderSheetProps, 'onClose'> {
  /** The quantity as typed. */
  typedQuantity: string
  onSet: (typedQuantity: string) => void
}

/** A sheet to order a product, with the previous orders of it. */
export function OrderSheet({ onClose, ...form }: OrderSheetProps) {
  const t = useTranslations()
  const { product, items, order } = form
  const [typedQuantity, setTypedQuantity] = useState(INITIAL_QUANTITY)
  const isOrdered = order.open?.body.product_id === product.id
  const field = useRef<HTMLDivElement>(null)
  useBlockInput(field, isOrdered)
  useUnsaved(typedQuantity !== INITIAL_QUANTITY && !isOrdered, { onLeave: onClose })
  const close = () => void unsaved.mayClose() // the lines have forms of their own
  return (
    <Dialog title={product.name} width={460} sheet onClose={close}>
      <DialogBody>
        <div className={cards.stack}>
          <div className={classes.offer}>
            <ProductImage image={product.image} />
            <div className={cards.grow}>
              <p className={row.facts}>
                {product.erp_code}
                <CampaignStock product={product} />
              </p>
              <Price product={product} />
              {product.description && <p className={cards.muted}>{product.description}</p>}
            </div>
          </div>
          <PendingOrder order={order} name={order.pending?.body.name} />
          {order.pending && order.pending.body.product_id !== product.id && (
            <p>{t('portal.order.after_that')}</p>
          )}
          {/* The typed quantity stays while another order has no response yet. */}
          <div ref={field} hidden={order.pending !== null}>
            <OrderForm {...form} typedQuantity={typedQuantity} onSet={setTypedQuantity} />
          </div>
          {items.length > 0 && (
            <section className={cards.stack} aria-label={t('portal.order.have')}>
              <h3 className={cards.heading}>{t('portal.order.have')}</h3>
              <Lines items={items} />
            </section>
          )}
        </div>
      </DialogBody>
    </Dialog>
  )
}

function OrderForm({
  campaign,
  product,
  items,
  availability,
  order: { send, isSending },
  onChange,
  onBasket,
  typedQuantity,
  onSet,
}: FormProps) {
  const t = useTranslations()
  const { euro } = useFormat()
  const [shownPrice, accept] = useState(product.price)
  const { quantity, isValid } = piecesOf(typedQuantity, MAX_PIECES)
  const { id, name, price } = product
  const left = availability.left ?? product.quantity
  const exceedsLimit = left !== null && quantity > left
  // Accepted by a separate button: the price may change just before the order button is pressed.
  const isOther = price !== shownPrice
  const available = availability.available ?? inStock(product)
  const isOutOfStock = available !== null && quantity > available
  const orderAnywayRef = useRef<HTMLButtonElement>(null)
  const total = isValid ? multiplyByInteger(price, quantity) : null
  const excess = total && excessOf(campaign, total)
  const order = (count: number) =>
    send({ product_id: id, name, price: shownPrice, quantity: count, ignore: isOutOfStock })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The warning may appear with the last typed digit: it has a confirm button of its own.
    if (isOutOfStock) orderAnywayRef.current?.focus()
    else if (isValid && !exceedsLimit && !isOther && !isSending) order(quantity)
  }
  const set = (next: string) => {
    onChange()
    onSet(next)
  }
  const reduceTo = (count: number) => {
    onSet(String(count))
    order(count)
  }
  return (
    <form className={cards.stack} noValidate onSubmit={submit}>
      {isOther && <NewPrice before={shownPrice} now={price} onAccept={() => accept(price)} />}
      {left !== 0 && <Pieces typedQuantity={typedQuantity} max={MAX_PIECES} onSet={set} autoFocus />}
      {isOutOfStock && (
        <Warning>{t(available > 0 ? 'order.ask_few' : 'order.ask_none', { count: available })}</Warning>
      )}
      {exceedsLimit && <Warning>{t('portal.order.left', { left })}</Warning>}
      {exceedsLimit && left > 0 && (
        <Button fullWidth loading={isSending} disabled={isOther} onClick={() => reduceTo(left)}>
          {t('portal.order.do_left', { count: left })}
        </Button>
      )}
      {!exceedsLimit && (
        <Decision
          sum={total ? euro(total) : '–'}
          excess={excess && euro(excess)}
          again={items.length > 0 && isValid ? quantity : null}
          isReady={isValid && !isOther}
          isSending={isSending}
          orderAnyway={isOutOfStock ? { ref: orderAnywayRef, onClick: () => order(quantity) } : null}
          onBasket={() => onBasket(quantity)}
        />
      )}
    </form>
  )
}

/** A changed price, with a button to accept it. */
function NewPrice({ before, now, onAccept }: { before: string; now: string; onAccept: () => void }) {
  const t = useTranslations()
  const { euro } = useFormat()
  return (
    <>
      <Warning>{t('order.price_changed', { before: euro(before), now: euro(now) })}</Warning>
      <Button variant="default" fullWidth onClick={onAccept}>
        {t('order.accept', { price: euro(now) })}
      </Button>
    </>
  )
}

interface DecisionProps {
  sum: string
  /** Euros beyond the partner's cash. */
  excess: string | null
  /** Pieces in addition to those ordered before. */
  again: number | null
  isReady: boolean
  isSending: boolean
  /** Orders in spite of insufficient stock; null when there is enough. */
  orderAnyway: { ref: Ref<HTMLButtonElement>; onClick: () => void } | null
  onBasket: () => void
}

/** The total, and buttons to order now or to add to the basket. */
function Decision({ sum, excess, again, isReady, isSending, orderAnyway, onBasket }: DecisionProps) {
  const t = useTranslations()
  const label = again === null ? t('portal.order.do') : t('portal.order.do_more', { count: again })
  return (
    <>
      <div>
        <p className={`${cards.sum} ${classes.sum}`}>
          <span>{t('portal.order.total')}</span>
          <span>{sum}</span>
        </p>
        <p role="status" className={classes.excess}>
          {excess && t('portal.order.over', { excess })}
        </p>
      </div>
      <Button {...(orderAnyway ?? { type: 'submit' })} fullWidth disabled={!isReady} loading={isSending}>
        {orderAnyway ? t('order.anyway') : label}
      </Button>
      <Button variant="default" fullWidth disabled={!isReady || isSending} onClick={onBasket}>
        {t('order.put')}
      </Button>
    </>
  )
}

const Warning = ({ children }: { children: ReactNode }) => (
  <p className={classes.warning} role="alert">
    <IconAlertTriangle size={20} aria-hidden />
    {children}
  </p>
)

/** Pieces in stock where partners see the number and the campaign has no limit of its own. */
function inStock({ quantity, stock, pieces }: PortalCampaignProduct): number | null {
  return quantity === null && stock !== 'in_stock' ? (pieces ?? 0) : null
}
