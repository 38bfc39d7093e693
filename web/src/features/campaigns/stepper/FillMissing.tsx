import type { Campaign } from '@kontor/contract/campaigns'
import { Button } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTypedNumber } from '../../../components/form/fields/useTypedNumber.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { countsOf, filled, problemOf } from './draft.ts'
import classes from './FillMissing.module.css'
import { type DraftStore, useStore } from './store.ts'

/** Sets one amount for all selected partners without one. */
export function FillMissing({ campaign, store }: { campaign: Campaign; store: DraftStore }) {
  const t = useTranslations()
  const message = useMessage()
  const id = useId()
  const type = campaign.campaign_type_id
  const draft = useStore(store, (state) => state.draft)
  const { missing } = useMemo(() => countsOf(draft, type).partners, [draft, type])
  const [amount, setAmount] = useState('')
  const [isOpen, setOpen] = useState(false)
  const number = useTypedNumber(amount, setAmount)
  const problem = problemOf('partners', amount, type)
  /** The first filled amount gets the focus, because the button is disabled afterwards. */
  const fill = (form: HTMLFormElement) => {
    setOpen(problem !== null)
    if (problem !== null || missing === 0) return
    const amounts = document.querySelectorAll<HTMLInputElement>('input[data-value]')
    const first = [...amounts].find(({ value }) => value === '') ?? form.querySelector('input')
    store.put('partners', filled(store.state().draft.partners, amount))
    first?.focus()
  }
  const isInvalid = isOpen && problem !== null
  return (
    <form
      className={classes.fill}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        fill(event.currentTarget)
      }}
    >
      <label htmlFor={id}>{t('stepper.fill')}</label>
      <input
        id={id}
        className={classes.input}
        inputMode="decimal"
        autoComplete="off"
        placeholder="3%"
        aria-invalid={isInvalid || undefined}
        title={isInvalid ? message(problem) : undefined}
        value={number.text}
        onChange={(event) => {
          setOpen(false)
          number.type(event.target.value)
        }}
      />
      <Button type="submit" variant="default" disabled={missing === 0}>
        {t('stepper.fill_in', { count: missing })}
      </Button>
      {isInvalid && (
        <span className={classes.problem} role="alert">
          {message(problem)}
        </span>
      )}
    </form>
  )
}
