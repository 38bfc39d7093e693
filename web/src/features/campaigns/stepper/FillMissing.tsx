import type { Campaign } from '@kontor/contract/campaigns'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { countsOf, filled, problemOf } from './draft.ts'
import { FillForm } from './FillForm.tsx'
import { type DraftStore, useStore } from './store.ts'

/** Sets one amount for all selected partners without one. */
export function FillMissing({ campaign, store }: { campaign: Campaign; store: DraftStore }) {
  const t = useTranslations()
  const type = campaign.campaign_type_id
  const draft = useStore(store, (state) => state.draft)
  const { missing } = useMemo(() => countsOf(draft, type).partners, [draft, type])
  /** The first filled amount gets the focus, because the button is disabled afterwards. */
  const fill = (amount: string, form: HTMLFormElement) => {
    const dialog = form.closest('[role="dialog"]') ?? document
    const amounts = [...dialog.querySelectorAll<HTMLInputElement>('input[data-value]')]
    const first = amounts.find(({ value }) => value === '') ?? form.querySelector('input')
    store.setLines('partners', filled(store.state().draft.partners, amount))
    first?.focus()
  }
  return (
    <FillForm
      label={t('stepper.fill')}
      placeholder="3%"
      action={t('stepper.fill_in', { count: missing })}
      isDisabled={missing === 0}
      problemOf={(amount) => problemOf('partners', amount, type)}
      onFill={fill}
    />
  )
}
