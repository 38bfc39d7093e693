import { type Campaign, campaignList, campaigns } from '@kontor/contract/campaigns'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useDuplicate } from '../../kit/compose/useDuplicate.tsx'
import { useVisibility } from '../../kit/compose/useVisibility.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { useRefresh } from '../../kit/live/useEvents.ts'
import type { Col } from '../../kit/table/columns.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { CampaignDialog } from './CampaignDialog.tsx'
import { pictureOf } from './CampaignPicture.tsx'
import { CampaignVisibility } from './CampaignVisibility.tsx'
import { texts } from './texts.ts'

const columns: Col<Campaign>[] = [
  { key: 'updated_at' },
  { key: 'name', main: true },
  { key: 'description', width: 280 },
  { key: 'campaign_type_id', width: 128, phone: 'line' },
  {
    ...{ key: 'is_visible', width: 148, phone: 'end' },
    cell: (campaign) => <CampaignVisibility campaign={campaign} />,
  },
  { key: 'visible_from', width: 128 },
  { key: 'visible_until', width: 128 },
  { key: 'is_active' },
]

/** The filters, order and page of the list, so that a campaign's screen can lead back to them. */
const searchHere = () => Object.fromEntries(new URLSearchParams(location.search))

export function CampaignsPage() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  useRefresh('campaigns', [campaigns.index])
  const [question, showing, bulk] = useVisibility<Campaign>({
    ...{ feature: 'campaigns', route: campaigns.activate, hidden: t('campaigns.now_hidden') },
    ...{
      showText: ({ length: count }) => t('campaigns.show_text', { count }),
      hideText: ({ length: count }) => t('campaigns.hide_text', { count }),
    },
  })
  const goTo = useCallback(
    ({ id }: Campaign) =>
      void navigate({ to: `/campaigns/${id}`, state: (state) => ({ ...state, list: searchHere() }) }),
    [navigate],
  )
  const [copying, duplicate] = useDuplicate<Campaign, typeof campaigns.duplicate>({
    ...{ route: campaigns.duplicate, title: t('campaigns.duplicate_title') },
    ...{ text: t('campaigns.duplicate_text'), label: t('campaigns.duplicate_name') },
    ...{ success: t('campaigns.duplicated'), onDone: goTo },
  })
  const actions = useMemo(() => [...showing, duplicate], [showing, duplicate])
  return (
    <>
      <ListPage
        feature="campaigns"
        list={campaignList}
        rows={campaigns.index}
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
