import { type Campaign, campaignList, campaigns } from '@kontor/contract/campaigns'
import { keysOf } from '@kontor/contract/lib/lists/keys'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { columnsWith } from '../../components/data-table/columns.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import { useDuplicate } from '../../components/publishing/useDuplicate.tsx'
import { campaignImageUrl } from '../../lib/api/imageUrls.ts'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { currentSearch } from '../../lib/router/currentSearch.ts'
import { CampaignDialog } from './CampaignDialog.tsx'
import { CampaignVisibility } from './CampaignVisibility.tsx'
import { useCampaignVisibility } from './useCampaignVisibility.ts'

const columns = columnsWith<Campaign, keyof typeof campaignList.columns>(keysOf(campaignList.columns), {
  name: { main: true, width: 160 },
  description: { width: 160, grows: true },
  campaign_type_id: { width: 108, phone: 'line' },
  is_visible: { width: 132, phone: 'end', cell: (campaign) => <CampaignVisibility campaign={campaign} /> },
  visible_from: { width: 128 },
  visible_until: { width: 108, optional: false },
  partners: { width: 84, cell: ({ counts }, _, plain) => <Partners counts={counts} plain={plain} /> },
  undelivered: { width: 112, optional: true },
})

const pictureOf = ({ image }: Campaign) => campaignImageUrl(image)

/** How many partners were chosen. Without any, all partners of the categories see the campaign. */
function Partners({ counts, plain }: { counts: Campaign['counts']; plain: () => ReactNode }) {
  const t = useTranslations()
  return counts.partners === 0 && counts.categories > 0 ? t('campaigns.all_partners') : plain()
}

export function CampaignsPage() {
  const t = useTranslations()
  const navigate = useNavigate()
  useRefresh(['campaigns', 'cart'], [campaigns.index])
  const [question, showing, bulk] = useCampaignVisibility()
  const goTo = useCallback(
    ({ id }: Campaign) =>
      void navigate({ to: `/campaigns/${id}`, state: (state) => ({ ...state, list: currentSearch() }) }),
    [navigate],
  )
  const [copying, duplicate] = useDuplicate<Campaign, typeof campaigns.duplicate>({
    route: campaigns.duplicate,
    title: t('campaigns.duplicate_title'),
    text: t('campaigns.duplicate_text'),
    label: t('campaigns.duplicate_name'),
    success: t('campaigns.duplicated'),
    onDone: goTo,
  })
  const actions = useMemo(() => [...showing, duplicate], [showing, duplicate])
  return (
    <>
      <ListPage
        list={campaignList}
        listRoute={campaigns.index}
        columns={columns}
        form={CampaignDialog}
        routes={campaigns}
        goTo={goTo}
        toggle={campaigns.toggle}
        actions={actions}
        bulk={bulk}
        picture={pictureOf}
      />
      {question}
      {copying}
    </>
  )
}
