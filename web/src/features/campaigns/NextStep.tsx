import type { Campaign } from '@kontor/contract/campaigns'
import { details } from '@kontor/contract/campaigns/details'
import { officeToday } from '@kontor/contract/lib/text/locales'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Steps } from '../../components/ui/Steps.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useSearchHere } from '../../lib/router/useSearchHere.ts'
import type { Announcement } from './Announce.tsx'
import classes from './CampaignPage.module.css'
import { useCampaignVisibility } from './useCampaignVisibility.ts'

const steps = ['categories', 'partners', 'products', 'notify'] as const

/**
 * What a campaign lacks until partners order in it; undefined when nothing, when it is inactive or over, or for who may
 * not change it. Partners who have ordered know of it.
 */
export function useNextStep(campaign: Campaign, canNotify: boolean) {
  const can = usePermission()
  const { is_active, is_visible, visible_until, counts } = campaign
  if (!is_active || !can(details.save.permission)) return undefined
  if (counts.categories + counts.partners === 0) return 'categories'
  if (counts.products === 0) return 'products'
  if (!is_visible) return 'show'
  const isOver = visible_until !== null && visible_until < officeToday()
  return canNotify && !isOver && counts.notifications + counts.cart === 0 ? 'notify' : undefined
}

interface NextStepProps {
  campaign: Campaign
  next: ReturnType<typeof useNextStep>
  announcement: Announcement
}

/** The steps of a campaign until its first order, its state in a sentence, and the button of the next step. */
export function NextStep({ campaign, next, announcement }: NextStepProps) {
  const t = useTranslations()
  const { date } = useFormat()
  const goTo = useSearchHere()
  const [question, actions] = useCampaignVisibility()
  const nextButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { isNew, ...state } = history.state ?? {}
    if (!isNew) return
    history.replaceState(state, '') // once: neither after a reload nor after Back
    nextButton.current?.focus()
  }, [])
  if (!next) return question
  const { counts, is_shown, visible_from } = campaign
  const isLater = next === 'notify' && !is_shown && visible_from !== null
  const button = {
    categories: {
      children: t('campaigns.add_categories'),
      onClick: () => goTo({ tab: 'categories', add: 1 }),
    },
    products: { children: t('campaigns.add_products'), onClick: () => goTo({ tab: 'products', add: 3 }) },
    show: {
      children: t('compose.show'),
      onClick: () => actions.find(({ key }) => key === 'show')?.run(campaign),
    },
    notify: announcement,
  }[next]
  const notes = {
    ...counts,
    partners: counts.partners || (counts.categories > 0 && t('campaigns.all_partners')),
    notify: undefined,
  }
  const shown = announcement ? steps : steps.slice(0, 3)
  const isNotified = counts.notifications + counts.cart > 0
  return (
    <section className={classes.next} aria-label={t('campaigns.next')}>
      <Steps
        current={next === 'show' ? 3 + Number(isNotified) : steps.indexOf(next)}
        steps={shown.map((key) => ({
          name: t(`campaigns.${key}`),
          ...(notes[key] && { note: String(notes[key]) }),
        }))}
      />
      <p>
        {isLater
          ? t('campaigns.lacks_notify_later', { day: date(visible_from) })
          : t(`campaigns.lacks_${next}`)}
      </p>
      <Button ref={nextButton} data-autofocus {...button} />
      {question}
    </section>
  )
}
