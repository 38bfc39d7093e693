import type { Campaign } from '@kontor/contract/campaigns'
import { details } from '@kontor/contract/campaigns/details'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Steps } from '../../components/ui/Steps.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useSearchHere } from '../../lib/router/useSearchHere.ts'
import classes from './CampaignPage.module.css'
import { useCampaignVisibility } from './useCampaignVisibility.ts'

const steps = ['categories', 'partners', 'products', 'show'] as const

/** What a campaign lacks before partners can order in it; undefined when nothing, or when it is inactive. */
export function nextStep({ is_active, is_visible, counts }: Campaign) {
  if (!is_active) return undefined
  if (counts.categories + counts.partners === 0) return 'categories'
  if (counts.products === 0) return 'products'
  return is_visible ? undefined : 'show'
}

/** The way of a campaign to its first order: the steps, its state in a sentence, and the button of the next step. */
export function NextStep({ campaign }: { campaign: Campaign }) {
  const t = useTranslations()
  const goTo = useSearchHere()
  const can = usePermission()
  const [question, actions] = useCampaignVisibility()
  const next = nextStep(campaign)
  if (!next || !can(details.save.permission)) return question
  const { counts } = campaign
  const run = {
    categories: () => goTo({ tab: 'categories', add: 1 }),
    products: () => goTo({ tab: 'products', add: 3 }),
    show: () => actions.find(({ key }) => key === 'show')?.run(campaign),
  }[next]
  const notes = {
    ...counts,
    partners: counts.partners || (counts.categories > 0 && t('campaigns.all_partners')),
    show: undefined,
  }
  return (
    <section className={classes.next} aria-label={t('campaigns.next')}>
      <Steps
        current={steps.indexOf(next)}
        steps={steps.map((key) => ({
          name: key === 'show' ? t('compose.show') : t(`campaigns.${key}`),
          ...(notes[key] && { note: String(notes[key]) }),
        }))}
      />
      <p>{t(`campaigns.lacks_${next}`)}</p>
      <Button onClick={run}>{next === 'show' ? t('compose.show') : t(`campaigns.add_${next}`)}</Button>
      {question}
    </section>
  )
}
