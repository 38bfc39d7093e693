import { multiplyByInteger } from '@kontor/contract/lib/numbers/decimal'
import { IconAlertTriangle, IconCheck, IconHelpCircle, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { basket, MAX_LINE_PIECES } from '../../../components/ordering/basket.ts'
import type { BasketLine } from '../../../components/ordering/basketStore.ts'
import { piecesOf, QuantityError, Steps } from '../../../components/ordering/Pieces.tsx'
import { PartnerStock, ProductImage } from '../../../components/ordering/Product.tsx'
import product from '../../../components/ordering/product.module.css'
import cards from '../../../components/portal/card.module.css'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import classes from './Basket.module.css'
import type { CheckedLine } from './useChecked.ts'

interface LineProps {
  of: CheckedLine
  /** The line is part of an order without a response and read-only. */
  isLocked: boolean
  /** The quantity has become invalid, or valid again. */
  onInvalid: (isInvalid: boolean) => void
}

/** A line of the basket: product, quantity and open questions. */
export function Line({ of, isLocked, onInvalid }: LineProps) {
  const t = useTranslations()
  const { euro } = useFormat()
  const { line, now, isGone } = of
  const { name, erp_code, campaign, image, price, quantity } = line
  const remove = useRemove(line)
  return (
    <li className={`${cards.card} ${classes.line}`}>
      <div className={classes.top}>
        <ProductImage image={image} />
        <div className={cards.grow}>
          <p className={product.name}>{name}</p>
          <p className={product.facts}>{campaign ? `${erp_code} · ${campaign.name}` : erp_code}</p>
          <p className={product.facts}>
            {euro(price)}
            {!isGone && now?.stock && <PartnerStock of={{ stock: now.stock, pieces: now.pieces }} />}
          </p>
        </div>
        {!isLocked && (
          <IconButton
            className={classes.remove ?? ''}
            icon={IconTrash}
            label={t('portal.basket.remove_of', { name })}
            onClick={remove}
          />
        )}
      </div>
      <div className={classes.amount}>
        {isLocked ? <span>× {quantity}</span> : <Amount line={line} onInvalid={onInvalid} />}
        <b className={classes.total}>{euro(multiplyByInteger(price, quantity))}</b>
      </div>
      {!isLocked && <Questions of={of} onRemove={remove} />}
    </li>
  )
}

/** Removes a line; undo restores this line only. */
function useRemove(line: BasketLine) {
  const t = useTranslations()
  return () => {
    const undo = basket.remove(line)
    notify.success(t('portal.basket.removed', { name: line.name }), { undo })
  }
}

function Amount({ line, onInvalid }: { line: BasketLine; onInvalid: (isInvalid: boolean) => void }) {
  const t = useTranslations()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const typedQuantity = typed ?? String(line.quantity)
  const set = (next: string) => {
    const { quantity, isValid } = piecesOf(next, MAX_LINE_PIECES)
    // An invalid quantity is kept in the input only.
    setTyped(isValid ? null : next)
    onInvalid(!isValid)
    if (isValid) basket.change(line, { quantity })
  }
  return (
    <div>
      <Steps
        id={id}
        name={t('order.amount_of', { name: line.name })}
        typedQuantity={typedQuantity}
        max={MAX_LINE_PIECES}
        onSet={set}
      />
      <QuantityError id={id} typedQuantity={typedQuantity} max={MAX_LINE_PIECES} />
    </div>
  )
}

/** Questions to answer before ordering: unavailable, changed price, or insufficient stock. */
function Questions({
  of: { line, isGone, newPrice, short },
  onRemove,
}: {
  of: CheckedLine
  onRemove: () => void
}) {
  const t = useTranslations()
  const { euro } = useFormat()
  const leaveOut = (
    <button type="button" onClick={onRemove}>
      {t('portal.basket.leave_out')}
    </button>
  )
  if (isGone) {
    return (
      <Question isOpen icon={IconAlertTriangle} text={t('portal.basket.gone')}>
        {leaveOut}
      </Question>
    )
  }
  return (
    <>
      {newPrice && (
        <Question
          isOpen
          icon={IconAlertTriangle}
          text={t('order.price_changed', { before: euro(line.price), now: euro(newPrice) })}
        >
          <button type="button" onClick={() => basket.change(line, { price: newPrice })}>
            {t('order.accept', { price: euro(newPrice) })}
          </button>
          {leaveOut}
        </Question>
      )}
      {short !== null && <Short line={line} short={short} leaveOut={leaveOut} />}
    </>
  )
}

/** Insufficient stock: a campaign's pieces are limited; other products can be backordered. */
function Short({ line, short, leaveOut }: { line: BasketLine; short: number; leaveOut: ReactNode }) {
  const t = useTranslations()
  if (line.campaign?.isCounted) {
    return (
      <Question isOpen icon={IconAlertTriangle} text={t('portal.basket.left', { left: short })}>
        {short > 0 && (
          <button type="button" onClick={() => basket.change(line, { quantity: short })}>
            {t('portal.basket.take_left', { count: short })}
          </button>
        )}
        {leaveOut}
      </Question>
    )
  }
  return (
    <Question
      isOpen={!line.ignore}
      icon={IconHelpCircle}
      text={t(short === 0 ? 'order.ask_none' : 'order.ask_few', { count: short })}
    >
      <button
        type="button"
        aria-pressed={line.ignore}
        onClick={() => basket.change(line, { ignore: !line.ignore })}
      >
        {line.ignore && <IconCheck size={18} aria-hidden />}
        {t('order.anyway')}
      </button>
      {leaveOut}
    </Question>
  )
}

interface QuestionProps {
  icon: typeof IconCheck
  text: string
  /** Ordering is blocked until it is answered. */
  isOpen: boolean
  children: ReactNode
}

const Question = ({ icon: Icon, text, isOpen, children }: QuestionProps) => (
  <div className={classes.question} data-open={isOpen || undefined}>
    <p role="status">
      <Icon size={20} aria-hidden />
      {text}
    </p>
    <div className={classes.answers}>{children}</div>
  </div>
)
