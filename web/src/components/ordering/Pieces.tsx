import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useTypedNumber } from '../form/fields/useTypedNumber.ts'
import classes from './order.module.css'

interface PiecesProps {
  /** The quantity in wire format; may be invalid. */
  typedQuantity: string
  max: number
  onSet: (typedQuantity: string) => void
  /** Focuses the plus button when a dialog opens: focusing the input would open the on-screen keyboard. */
  autoFocus?: boolean
}

/** The quantity that a form of an order begins with, as typed. */
export const INITIAL_QUANTITY = '1'

/** The typed quantity, and whether it can be ordered. */
export function piecesOf(typedQuantity: string, max: number) {
  const quantity = /^\d{1,5}$/.test(typedQuantity) ? Number(typedQuantity) : 0
  return { quantity, isValid: quantity >= 1 && quantity <= max }
}

/** A quantity field with minus and plus buttons. */
export function Pieces(props: PiecesProps) {
  const t = useTranslations()
  const id = useId()
  return (
    <>
      <div className={classes.stepper}>
        <label htmlFor={id}>{t('order.quantity')}</label>
        <Steps id={id} {...props} />
      </div>
      <QuantityError id={id} {...props} />
    </>
  )
}

interface StepsProps extends PiecesProps {
  id: string
  /** Accessible name, when there is no visible label. */
  name?: string
}

/** {@link Pieces} without label and message; the message has the id derived from `id`. */
export function Steps({ id, name, typedQuantity, max, onSet, autoFocus }: StepsProps) {
  const t = useTranslations()
  const { text, type } = useTypedNumber(typedQuantity, onSet)
  const { quantity, isValid } = piecesOf(typedQuantity, max)
  const step = (by: number) => onSet(String(Math.min(Math.max(quantity + by, 1), max)))
  return (
    <div className={classes.steps}>
      <button type="button" aria-label={t('order.less')} disabled={quantity <= 1} onClick={() => step(-1)}>
        <IconMinus size={18} aria-hidden />
      </button>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-label={name}
        aria-invalid={!isValid}
        aria-describedby={`${id}-wrong`}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => target.select()}
      />
      <button
        type="button"
        {...(autoFocus && { 'data-autofocus': true })}
        aria-label={t('order.more')}
        disabled={quantity >= max}
        onClick={() => step(1)}
      >
        <IconPlus size={18} aria-hidden />
      </button>
    </div>
  )
}

/** The error of the quantity, if any. */
export function QuantityError({ id, typedQuantity, max }: Pick<StepsProps, 'id' | 'typedQuantity' | 'max'>) {
  const t = useTranslations()
  return (
    <p id={`${id}-wrong`} className={classes.wrong} hidden={piecesOf(typedQuantity, max).isValid}>
      {t('order.quantity_wrong', { max })}
    </p>
  )
}
