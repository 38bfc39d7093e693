import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useTypedNumber } from '../form/fields/useTypedNumber.ts'
import classes from './order.module.css'

interface Props {
  /** The number as it would be sent; not always one. */
  sent: string
  max: number
  onSet: (sent: string) => void
  /** One more has the focus when a dialog opens: the input would bring up a phone's keyboard over it. */
  autoFocus?: boolean
}

/** The number that was typed, and whether it is one that can be ordered. */
export function piecesOf(sent: string, max: number) {
  const quantity = /^\d{1,5}$/.test(sent) ? Number(sent) : 0
  return { quantity, isRight: quantity >= 1 && quantity <= max }
}

/** How many pieces: typed, or one more and one less. */
export function Pieces(props: Props) {
  const t = useTranslations()
  const id = useId()
  return (
    <>
      <div className={classes.stepper}>
        <label htmlFor={id}>{t('order.quantity')}</label>
        <Steps id={id} {...props} />
      </div>
      <WrongPieces id={id} {...props} />
    </>
  )
}

interface StepsProps extends Props {
  id: string
  /** Its name where no label stands beside it. */
  name?: string
}

/** The same without its label and its message, whose id is this one's. */
export function Steps({ id, name, sent, max, onSet, autoFocus }: StepsProps) {
  const t = useTranslations()
  const { text, type } = useTypedNumber(sent, onSet)
  const { quantity, isRight } = piecesOf(sent, max)
  const step = (by: number) => onSet(String(Math.min(Math.max(quantity + by, 1), max)))
  return (
    <div className={classes.steps}>
      <button type="button" aria-label={t('order.less')} disabled={quantity <= 1} onClick={() => step(-1)}>
        <IconMinus size={18} stroke={1.6} aria-hidden />
      </button>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-label={name}
        aria-invalid={!isRight}
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
        <IconPlus size={18} stroke={1.6} aria-hidden />
      </button>
    </div>
  )
}

/** What is wrong with the number, if something is. */
export function WrongPieces({ id, sent, max }: Pick<StepsProps, 'id' | 'sent' | 'max'>) {
  const t = useTranslations()
  return (
    <p id={`${id}-wrong`} className={classes.wrong} hidden={piecesOf(sent, max).isRight}>
      {t('order.quantity_wrong', { max })}
    </p>
  )
}
