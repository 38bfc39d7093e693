import { details } from '@kontor/contract/campaigns/details'
import { hasCash } from '@kontor/contract/campaigns/kinds'
import {
  type CampaignPartner,
  campaignPartnerList,
  campaignPartnerSheet,
  campaignPartners,
} from '@kontor/contract/campaigns/partners'
import { figure } from '@kontor/contract/kit/numbers/decimal-field'
import { useMediaQuery } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { InlineContext, placeOf, useInlineEditing } from '../../kit/inline/InlineEditing.ts'
import { NumberCell } from '../../kit/inline/NumberCell.tsx'
import { NumberDialog } from '../../kit/inline/NumberDialog.tsx'
import { useRowSaves } from '../../kit/inline/useRowSaves.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { call } from '../../kit/net/call.ts'
import { useMay } from '../../kit/rights/useMay.ts'
import { lazyPart } from '../../kit/router/lazyPart.tsx'
import type { Col } from '../../kit/table/columns.tsx'
import type { RowAction } from '../../kit/table/TableBody.tsx'
import { formatOf } from '../../kit/texts/format.ts'
import { useLanguage } from '../../kit/texts/i18n.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import { useCampaign } from './CampaignContext.tsx'
import { texts } from './texts.ts'

const plain: Col<CampaignPartner>[] = [
  { key: 'id', width: 84, phone: 'line' },
  { key: 'name', main: true, cell: (row) => <PartnerLink id={row.id} name={row.name} /> },
  { key: 'phone', width: 148 },
  { key: 'category_names', width: 220, phone: 'below' },
  { key: 'city', width: 140 },
]

const ChoosePartners = lazyPart(() => import('./ChoosePartners.tsx'), 'ChoosePartners')
// They are chosen together with what else the stepper chooses.
const routes = { create: details.save }

/** The partners that a campaign is for, in campaigns of the price type each with its cash. */
export function PartnersPanel() {
  const t = useTexts(texts)
  const { id, campaign_type_id } = useCampaign()
  const withCash = hasCash(campaign_type_id)
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const scope = useMemo(() => ({ params: { campaign_id: String(id) } }), [id])
  const editing = useInlineEditing()
  const cashOf = useCash(id)
  const [edited, edit] = useState<CampaignPartner | null>(null)
  const columns = useMemo<Col<CampaignPartner>[]>(
    () => [
      ...plain,
      {
        ...{ key: 'cash', width: 240, phone: 'end' },
        cell: (row, { euro }) => (
          <NumberCell place={placeOf(row.id, 'cash')} shown={euro(row.cash)} {...cashOf(row)}>
            <Cash shown={euro(row.cash)} isNone={Number(row.cash) === 0} />
          </NumberCell>
        ),
      },
    ],
    [cashOf],
  )
  const { open } = editing
  const actions = useMemo<RowAction<CampaignPartner>[]>(
    () => [
      {
        ...{ key: 'cash', letter: 'enter', icon: IconPencil, label: t('campaigns.edit_cash') },
        needs: campaignPartners.changeCash.needs,
        run: (row) => (isPhone ? edit(row) : open(placeOf(row.id, 'cash'))),
      },
    ],
    [t, isPhone, open],
  )
  const mayChange = useMay()(campaignPartners.changeCash.needs)
  const cash = useCashFiles(id)
  return (
    <InlineContext value={mayChange && !isPhone ? editing : null}>
      <ListPage
        feature="campaignPartners"
        list={campaignPartnerList}
        rows={campaignPartners.index}
        scope={scope}
        columns={withCash ? columns : plain}
        form={ChoosePartners}
        routes={routes}
        {...(withCash && { ...cash, actions })}
      />
      {edited && <NumberDialog title={edited.name} {...cashOf(edited)} onClose={() => edit(null)} />}
    </InlineContext>
  )
}

const Cash = ({ shown, isNone }: { shown: string; isNone: boolean }) => (
  <span style={isNone ? { color: 'var(--text-3)' } : undefined}>{shown}</span>
)

/** The cash of a partner, as it is edited. */
function useCash(campaignId: number) {
  const t = useTexts(texts)
  const { euro } = formatOf(useLanguage().locale)
  const numberOf = useRowSaves<CampaignPartner>(campaignPartners.index)
  return useCallback(
    (row: CampaignPartner) =>
      numberOf(row, {
        label: t('campaigns.cash_of', { name: row.name }),
        of: ({ cash }) => cash,
        decimals: 2,
        print: euro,
        rule: figure,
        empty: t('campaigns.not_filled'),
        said: t('campaigns.partners_saved'),
        send: (cash, { version }) =>
          call(campaignPartners.changeCash, {
            params: { campaign_id: String(campaignId) },
            body: { partner_id: row.id, cash: cash ?? '', version },
          }),
      }),
    [t, euro, numberOf, campaignId],
  )
}

/** The cash of all partners of a campaign as a sheet, there and back. */
function useCashFiles(id: number) {
  const t = useTexts(texts)
  return useMemo(
    () => ({
      imports: {
        title: t('campaigns.import'),
        routes: campaignPartners,
        params: { campaign_id: String(id) },
        layout: campaignPartnerSheet,
      },
      files: [
        {
          label: t('campaigns.excel', { id: String(id) }),
          route: campaignPartners.excel,
          input: { body: { campaign_id: id } },
        },
      ],
    }),
    [t, id],
  )
}
