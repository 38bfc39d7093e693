import { type Campaign, campaignList, campaigns } from '@kontor/contract/campaigns'
import { IconCopy, IconEyeOff, IconEyeUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { useRefresh } from '../../kit/live/useEvents.ts'
import type { Col } from '../../kit/table/columns.tsx'
import type { RowAction } from '../../kit/table/TableBody.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { CampaignDialog } from './CampaignDialog.tsx'
import { pictureOf } from './CampaignPicture.tsx'
import { CampaignVisibility, useVisibility } from './CampaignVisibility.tsx'
import { DuplicateDialog } from './DuplicateDialog.tsx'
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
  { key: 'visible_from', width: 128, optional: true },
  { key: 'visible_until', width: 128, optional: true },
  { key: 'is_active', optional: true },
]
const visibility = { slot: 'visibility', needs: campaigns.activate.needs } as const

/** The filters, order and page of the list, so that a campaign's screen can lead back to them. */
const searchHere = () => Object.fromEntries(new URLSearchParams(location.search))

export function CampaignsPage() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [duplicated, duplicate] = useState<Campaign | null>(null)
  useRefresh('campaigns', [campaigns.index])
  const [question, changeVisibility] = useVisibility()
  const goTo = useCallback(
    ({ id }: Campaign) =>
      void navigate({ to: `/campaigns/${id}`, state: (state) => ({ ...state, list: searchHere() }) }),
    [navigate],
  )
  const actions = useMemo<RowAction<Campaign>[]>(
    () => [
      {
        ...{ ...visibility, key: 'show', icon: IconEyeUp, label: t('campaigns.show') },
        when: ({ is_visible }) => !is_visible,
        run: (row) => void changeVisibility(row),
      },
      {
        ...{ ...visibility, key: 'hide', icon: IconEyeOff, label: t('campaigns.hide') },
        when: ({ is_visible }) => is_visible,
        run: (row) => void changeVisibility(row),
      },
      {
        ...{ key: 'duplicate', icon: IconCopy, label: t('campaigns.duplicate') },
        needs: campaigns.duplicate.needs,
        run: duplicate,
      },
    ],
    [t, changeVisibility],
  )
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
        picture={pictureOf}
      />
      {question}
      {duplicated && <DuplicateDialog campaign={duplicated} onClose={() => duplicate(null)} />}
    </>
  )
}
