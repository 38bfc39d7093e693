import type { CampaignType } from '@kontor/contract/campaigns/kinds'
import { IconAlertCircle } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTypedNumber } from '../../../components/form/fields/useTypedNumber.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { differenceInPercent } from './discount.ts'
import { problemOf } from './draft.ts'
import { type DraftStore, useStore } from './store.ts'
import classes from './ValueCell.module.css'

interface ValueCellProps {
  store: DraftStore
  part: 'partners' | 'products'
  type: CampaignType
  id: number
  /** Accessible name: the value and its record. */
  label: string
  /** Number of decimals when formatted. */
  decimals: number
  /** The effective value while empty. */
  placeholder: string
  /** The value outside of the campaign, to compare with. */
  usual?: string | undefined
  /** Whether it is an amount, whose parsed value is shown. */
  isMoney: boolean
}

/** The input of a row's value, shown when the row is selected. */
export function ValueCell(props: ValueCellProps) {
  const { store, part, id } = props
  const t = useTranslations()
  const typed = useStore(store, ({ draft }) => draft[part].get(id))
  if (typed === undefined) return <span className={classes.empty}>{t('stepper.not_chosen')}</span>
  return <ValueInput {...props} typed={typed} />
}

/** Enter and the arrow keys move between rows; Escape reverts to the value at focus. */
function ValueInput(props: ValueCellProps & { typed: string }) {
  const { store, part, type, id, typed, label, decimals, placeholder, isMoney, usual } = props
  const message = useMessage()
  const messageId = useId()
  const { euro } = useFormat()
  /** The value at focus; null without the focus. */
  const [before, setBefore] = useState<string | null>(null)
  const isSubmitted = useStore(store, (state) => state.isSubmitted)
  const number = useTypedNumber(typed, (sent) => store.setValue(part, id, sent), decimals)
  const problem = problemOf(part, typed, type)
  const hasFocus = before !== null
  // A value is not marked as invalid while it is being typed, unless it was before.
  const isInvalid = problem !== null && (!hasFocus || typed === before) && (typed !== '' || isSubmitted)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Tab') return
    event.stopPropagation() // keeps the keys from the table
    if (event.key === 'Escape') {
      event.preventDefault() // keeps the dialog open
      if (before === null || typed === before) event.currentTarget.closest('tr')?.focus()
      else store.setValue(part, id, before)
    } else if (isMove(event)) {
      event.preventDefault()
      neighbour(event.currentTarget, event.key === 'ArrowUp')?.focus()
    }
  }
  return (
    <div className={classes.cell}>
      {isInvalid && (
        <span id={messageId} className={classes.problem} role="alert" title={message(problem)}>
          <IconAlertCircle size={14} aria-hidden />
          <span>{message(problem)}</span>
        </span>
      )}
      {isMoney && typed !== '' && !problem && (
        <span className={classes.echo}>
          {hasFocus && `= ${euro(typed)} `}
          {usual && <Difference price={typed} usual={usual} />}
        </span>
      )}
      <input
        data-value
        className={classes.input}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? messageId : undefined}
        placeholder={placeholder}
        value={number.text}
        onChange={(event) => number.type(event.target.value)}
        onFocus={(event) => {
          setBefore(typed)
          event.target.select()
        }}
        onBlur={() => setBefore(null)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

/** How much a price is above or below the usual one. */
function Difference({ price, usual }: { price: string; usual: string }) {
  const { decimal } = useFormat()
  const percent = differenceInPercent(price, usual)
  if (percent === null || percent === 0) return null
  return (
    <span className={classes.difference}>
      {percent > 0 ? '+' : '−'}
      {decimal(String(Math.abs(percent)))}%
    </span>
  )
}

const isMove = ({ key, nativeEvent }: KeyboardEvent) =>
  (key === 'Enter' && !nativeEvent.isComposing) || key === 'ArrowDown' || key === 'ArrowUp'

/** The next input below or above, skipping rows that are not selected. */
function neighbour(input: HTMLInputElement, isAbove: boolean) {
  const all = [...(input.closest('tbody')?.querySelectorAll<HTMLInputElement>('[data-value]') ?? [])]
  const at = all.indexOf(input) + (isAbove ? -1 : 1)
  return at < 0 ? undefined : all[at]
}
