import type { Campaign } from '@kontor/contract/campaigns'
import { hasCash } from '@kontor/contract/campaigns/kinds'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { countsOf, type Fault, type Step } from './draft.ts'
import classes from './StepCounts.module.css'
import { type DraftStore, useStore } from './store.ts'

interface StepCountsProps {
  campaign: Campaign
  step: Step
  store: DraftStore
  /** Shows the rows to fix. */
  onFix: (part: 'partners' | 'products', kind: Fault) => void
}

/** The number of selected rows of a step, and of missing or invalid values. */
export function StepCounts({ campaign, step, store, onFix }: StepCountsProps) {
  const t = useTranslations()
  const type = campaign.campaign_type_id
  const draft = useStore(store, (state) => state.draft)
  const counts = useMemo(() => countsOf(draft, type), [draft, type])
  if (step === 1)
    return (
      <b className={classes.chosen}>{t('stepper.chosen_categories', { count: counts.categories.chosen })}</b>
    )
  const part = step === 2 ? 'partners' : 'products'
  const { chosen, missing, wrong } = counts[part]
  const ofProducts = hasCash(type) ? 'stepper.wrong_price' : 'stepper.wrong_quantity'
  return (
    <span className={classes.counts} role="status">
      <b className={classes.chosen}>{t('stepper.chosen', { count: chosen })}</b>
      {missing > 0 && (
        <>
          {' · '}
          <button type="button" title={t('stepper.show_missing')} onClick={() => onFix(part, 'missing')}>
            {t('stepper.missing', { count: missing })}
          </button>
        </>
      )}
      {wrong > 0 && (
        <>
          {' · '}
          <button type="button" data-bad title={t('stepper.show_wrong')} onClick={() => onFix(part, 'wrong')}>
            {t(step === 2 ? 'stepper.wrong' : ofProducts, { count: wrong })}
          </button>
        </>
      )}
    </span>
  )
}
