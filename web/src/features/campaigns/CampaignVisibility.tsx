import { type Campaign, campaignList } from '@kontor/contract/campaigns'
import { optionLabel } from '@kontor/contract/lib/lists/list'
import { officeToday } from '@kontor/contract/lib/text/locales'
import { useTranslations } from 'use-intl'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'

/** Whether partners see a campaign today, and why not when it is visible but not shown. */
export function CampaignVisibility({ campaign }: { campaign: Campaign }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { is_active, is_visible, is_shown, visible_from, visible_until, counts } = campaign
  if (!is_active) return <StatusChip on={false} label={t('campaigns.inactive')} />
  const today = officeToday()
  if (is_visible && !is_shown && visible_until && visible_until < today)
    return <StatusChip on tone="warn" label={t('campaigns.ended')} />
  if (is_visible && !is_shown && visible_from) {
    const day = formatOf(locale).date(visible_from)
    return <StatusChip on tone="change" label={t('campaigns.from', { day })} />
  }
  if (is_shown && counts.categories + counts.partners === 0)
    return <StatusChip on tone="warn" label={t('campaigns.seen_by_nobody')} />
  const label = optionLabel(campaignList.columns.is_visible, is_visible, locale) ?? ''
  return <StatusChip on={is_visible} label={label} />
}
