import { timesWhole } from '@kontor/contract/kit/numbers/decimal'
import { type AppSlider, appSliders, MAX_PIECES } from '@kontor/contract/sliders/portal'
import { Button } from '@mantine/core'
import { IconCheck, IconClockPause, IconMinus, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { useConfirm } from '../../../kit/dialog/useConfirm.tsx'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { useTypedNumber } from '../../../kit/fields/useTypedNumber.ts'
import { useRoute } from '../../../kit/net/useRoute.ts'
import cards from '../../../kit/portal/card.module.css'
import { formatOf } from '../../../kit/texts/format.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { Orders } from './Orders.tsx'
import classes from './SliderPage.module.css'
import { texts } from './texts.ts'
import { useOrder } from './useOrder.ts'

/** Ordering pieces of a promotion, and what was ordered of it so far. */
export function Order({ slider }: { slider: AppSlider }) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const { pending, send, isSending } = useOrder(slider.id)
  const orders = useRoute(appSliders.orders, {}).data?.filter((one) => one.slider.id === slider.id) ?? []
  const { product } = slider
  return (
    <>
      <section className={classes.section}>
        <h3>{t('portal.slider.order')}</h3>
        {product ? (
          <div className={`${cards.card} ${cards.padded} ${classes.stack}`}>
            <div className={classes.product}>
              {product.image && <img src={`/api/images/products/${product.image}`} alt="" />}
              <div className={cards.grow}>
                <p className={cards.strong}>{product.name}</p>
                <p className={cards.quiet}>{product.erp_code}</p>
              </div>
              <p className={classes.price}>{formatOf(locale).euro(product.price)}</p>
            </div>
            {pending ? (
              <Waiting quantity={pending.body.quantity} isSending={isSending} onSend={() => send()} />
            ) : (
              <OrderForm product={product} isSending={isSending} onOrder={send} />
            )}
          </div>
        ) : (
          <p className={cards.quiet}>{t('portal.slider.not_orderable')}</p>
        )}
      </section>
      {orders.length > 0 && (
        <section className={classes.section}>
          <h3 className={classes.joined}>
            <IconCheck size={20} stroke={1.6} aria-hidden />
            {t('portal.slider.your_orders')}
          </h3>
          <Orders orders={orders} />
        </section>
      )}
    </>
  )
}

/** What was sent and not yet answered: it is sent again as it was, and nothing else meanwhile. */
function Waiting({
  quantity,
  isSending,
  onSend,
}: {
  quantity: number
  isSending: boolean
  onSend: () => void
}) {
  const t = useTexts(texts)
  return (
    <div className={classes.waiting} role="status">
      <IconClockPause size={22} stroke={1.6} aria-hidden />
      <div className={cards.grow}>
        <p className={cards.strong}>{t('portal.slider.order_wait', { count: quantity })}</p>
        <p>{t('portal.slider.order_wait_text')}</p>
        <Button variant="default" loading={isSending} onClick={onSend}>
          {t('portal.slider.order_again')}
        </Button>
      </div>
    </div>
  )
}

interface FormProps {
  product: NonNullable<AppSlider['product']>
  isSending: boolean
  onOrder: (quantity: number) => void
}

/** What the form starts with. */
const ONE = '1'

function OrderForm({ product, isSending, onOrder }: FormProps) {
  const t = useTexts(texts)
  const id = useId()
  const { locale } = useLanguage()
  const [question, confirm] = useConfirm()
  const [sent, setSent] = useState(ONE)
  const quantity = /^\d{1,5}$/.test(sent) ? Number(sent) : 0
  useUnsaved(sent !== ONE && !isSending)
  const isRight = quantity >= 1 && quantity <= MAX_PIECES
  const total = isRight ? formatOf(locale).euro(timesWhole(product.price, quantity)) : '–'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isRight || isSending) return
    const sure = await confirm({
      title: t('portal.slider.order_title', { count: quantity }),
      text: t('portal.slider.order_text', { product: product.name, total }),
      action: t('portal.slider.order_do'),
    })
    if (sure) onOrder(quantity)
  }
  return (
    <form className={classes.stack} noValidate onSubmit={(event) => void submit(event)}>
      <Stepper id={id} sent={sent} quantity={quantity} isRight={isRight} onSet={setSent} />
      <p id={`${id}-wrong`} className={classes.wrong} hidden={isRight}>
        {t('portal.slider.quantity_wrong', { max: MAX_PIECES })}
      </p>
      <p className={classes.total}>
        <span>{t('portal.slider.total')}</span>
        <span className={cards.strong}>{total}</span>
      </p>
      <Button type="submit" fullWidth disabled={!isRight} loading={isSending}>
        {t('portal.slider.order_do')}
      </Button>
      {question}
    </form>
  )
}

interface StepperProps {
  id: string
  sent: string
  quantity: number
  isRight: boolean
  onSet: (sent: string) => void
}

/** How many pieces: typed, or one more and one less. */
function Stepper({ id, sent, quantity, isRight, onSet }: StepperProps) {
  const t = useTexts(texts)
  const { text, type } = useTypedNumber(sent, onSet)
  const step = (by: number) => onSet(String(Math.min(Math.max(quantity + by, 1), MAX_PIECES)))
  return (
    <div className={classes.stepper}>
      <label htmlFor={id}>{t('portal.slider.quantity')}</label>
      <div className={classes.steps}>
        <button
          type="button"
          aria-label={t('portal.slider.less')}
          disabled={quantity <= 1}
          onClick={() => step(-1)}
        >
          <IconMinus size={18} stroke={1.6} aria-hidden />
        </button>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={!isRight}
          aria-describedby={`${id}-wrong`}
          onChange={({ target }) => type(target.value)}
          onFocus={({ target }) => target.select()}
        />
        <button
          type="button"
          aria-label={t('portal.slider.more')}
          disabled={quantity >= MAX_PIECES}
          onClick={() => step(1)}
        >
          <IconPlus size={18} stroke={1.6} aria-hidden />
        </button>
      </div>
    </div>
  )
}
