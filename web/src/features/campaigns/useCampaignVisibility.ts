import { type Campaign, campaignList, campaigns } from '@kontor/contract/campaigns'
import { useTranslations } from 'use-intl'
import { useVisibility } from '../../components/publishing/useVisibility.tsx'

/** Shows and hides campaigns, see {@link useVisibility}. */
export function useCampaignVisibility() {
  const t = useTranslations()
  return useVisibility<Campaign>({
    list: campaignList,
    route: campaigns.setVisibility,
    hidden: t('campaigns.now_hidden'),
    showText: ({ length: count }) => t('campaigns.show_text', { count }),
    hideText: ({ length: count }) => t('campaigns.hide_text', { count }),
  })
}
