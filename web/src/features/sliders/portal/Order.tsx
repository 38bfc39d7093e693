import { MAX_PIECES } from '@kontor/contract/lib/fields/fields'
import { multiplyByInteger } from '@kontor/contract/lib/numbers/decimal'
import { type PortalSlider, portalSliders } from '@kontor/contract/sliders/portal'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { INITIAL_QUANTITY, Pieces, piecesOf } from '../../../components/ordering/Pieces.tsx'
import cards from '../../../components/portal/card.module.css'
import { useBlockInput } from '../../../components/ui/dialog/useBlockInput.ts'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { Orders } from './Orders.tsx'
import classes from './SliderPage.module.css'
import { ProductLine } from './SliderParts.tsx'
import type { Ordering } from './useOrder.ts'

/** Orders pieces of a promotion, and lists previous orders. */
export function Order({ slider, ordering }: { slider: PortalSlider; ordering: Ordering }) {
  const t = useTranslations()
  const { order, typedQuantity, set, shortage } = ordering
  const orders =
    useCachedQuery(portalSliders.orders, {}).data?.filter((one) => one.slider.id === slider.id) ?? []
  const { product } = slider
  // The partner has accepted the stock at this price: another one needs a confirmation.
  const available = shortage?.price === product?.price ? (shortage?.available ?? null) : null
  return (
    <>
      <section className={classes.section}>
        <h3>{t('portal.slider.order')}</h3>
        {product ? (
          <div className={`${cards.card} ${cards.padded} ${cards.stack}`}>
            <ProductLine product={product} />
            {order.pending ? (
              <p>{t('portal.order.after_that')}</p>
            ) : (
              <OrderForm
                product={product}
                available={available}
                typedQuantity={typedQuantity}
                isSending={order.isSending}
                onChange={set}
                onOrder={(quantity) => {
                  const { name, price } = product
                  order.send({ name, quantity, price, ignore_quantity: available !== null })
                }}
              />
            )}
          </div>
        ) : (
          <p className={cards.muted}>{t('portal.slider.not_orderable')}</p>
        )}
      </section>
      {orders.length > 0 && (
        <section className={classes.section}>
          <h3 className={classes.joined}>
            <IconCheck size={20} aria-hidden />
            {t('portal.slider.your_orders')}
          </h3>
          <Orders orders={orders} />
        </section>
      )}
    </>
  )
}

interface FormProps {
  product: NonNullable<PortalSlider['product']>
  /** Pieces in stock, when fewer than ordered. */
  available: number | null
  /** The quantity as typed. */
  typedQuantity: string
  isSending: boolean
  onChange: (typedQuantity: string) => void
  onOrder: (quantity: number) => void
}

function OrderForm({ product, available, typedQuantity, isSending, onChange, onOrder }: FormProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const [question, confirm] = useConfirm()
  const { quantity, isValid } = piecesOf(typedQuantity, MAX_PIECES)
  useUnsaved(typedQuantity !== INITIAL_QUANTITY && !isSending)
  const form = useRef<HTMLFormElement>(null)
  useBlockInput(form, isSending)
  const total = isValid ? formatOf(locale).euro(multiplyByInteger(product.price, quantity)) : '–'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isValid || isSending) return
    if (available !== null) return onOrder(quantity)
    const isConfirmed = await confirm({
      title: t('portal.slider.order_title', { count: quantity }),
      text: t('portal.slider.order_text', { product: product.name, total }),
      action: t('portal.slider.order_do'),
    })
    if (isConfirmed) onOrder(quantity)
  }
  return (
    <form ref={form} className={cards.stack} noValidate onSubmit={(event) => void submit(event)}>
      <Pieces typedQuantity={typedQuantity} max={MAX_PIECES} onSet={onChange} />
      <p role="alert" className={classes.short} hidden={available === null}>
        {available !== null && t(available > 0 ? 'order.ask_few' : 'order.ask_none', { count: available })}
      </p>
      <p className={classes.total}>
        <span>{t('portal.slider.total')}</span>
        <span className={cards.strong}>{total}</span>
      </p>
      <Button type="submit" fullWidth disabled={!isValid} loading={isSending}>
        {t(available === null ? 'portal.slider.order_do' : 'order.anyway')}
      </Button>
      {question}
    </form>
  )
}
