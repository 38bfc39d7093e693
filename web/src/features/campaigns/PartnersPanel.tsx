import { details } from '@kontor/contract/campaigns/details'
import { hasCash } from '@kontor/contract/campaigns/kinds'
import {
  type CampaignPartner,
  campaignPartnerList,
  campaignPartnerSheet,
  campaignPartners,
} from '@kontor/contract/campaigns/partners'
import { moneyOrPercent } from '@kontor/contract/lib/numbers/decimal-field'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../components/data-table/columns.tsx'
import {
  cellIdOf,
  InlineContext,
  useInlineEditing,
} from '../../components/data-table/inline-edit/InlineEditing.ts'
import { NumberCell } from '../../components/data-table/inline-edit/NumberCell.tsx'
import { NumberDialog } from '../../components/data-table/inline-edit/NumberDialog.tsx'
import { useRowSaves } from '../../components/data-table/inline-edit/useRowSaves.ts'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import type { RowAction } from '../../components/data-table/rowAction.ts'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { useIsPhone } from '../../lib/layout/useMedia.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import { useCampaign } from './CampaignContext.tsx'
import { UsedCash } from './UsedCash.tsx'

const plain: Col<CampaignPartner>[] = [
  { key: 'id', width: 68, phone: 'line' },
  { key: 'name', width: 196, main: true, cell: (row) => <PartnerLink id={row.id} name={row.name} /> },
  { key: 'phone', width: 140 },
  { key: 'category_names', width: 144, grows: true },
  { key: 'city', width: 116 },
]

const spent: Col<CampaignPartner> = {
  key: 'spent',
  width: 264,
  phone: 'below',
  cell: (row) => <UsedCash partner={row} />,
}

const ChoosePartners = lazyPart(() => import('./ChoosePartners.tsx'), 'ChoosePartners')
const routes = { create: details.save }

/** The partners of a campaign; in price campaigns each with its cash. */
export function PartnersPanel() {
  const { id, campaign_type_id } = useCampaign()
  const withCash = hasCash(campaign_type_id)
  const isPhone = useIsPhone()
  const scope = useMemo(() => ({ params: { campaign_id: String(id) } }), [id])
  const editing = useInlineEditing()
  const cashOf = useCash(id, scope)
  const [edited, edit] = useState<CampaignPartner | null>(null)
  const [question, remove] = useRemoval(id)
  const can = usePermission()
  const canChange = can(campaignPartners.changeCash.permission)
  const columns = useCashColumns(cashOf, can('cart.see'))
  const { open } = editing
  const editCash = useCallback(
    (row: CampaignPartner) => (isPhone ? edit(row) : open(cellIdOf(row.id, 'cash'))),
    [isPhone, open],
  )
  const actions = useActions(withCash ? editCash : undefined, remove)
  const cash = useCashFiles(id)
  return (
    <InlineContext value={canChange && !isPhone ? editing : null}>
      <ListPage
        list={campaignPartnerList}
        listRoute={campaignPartners.index}
        scope={scope}
        columns={withCash ? columns : plain}
        form={ChoosePartners}
        routes={routes}
        actions={actions}
        {...(withCash && cash)}
      />
      {question}
      {edited && <NumberDialog title={edited.name} {...cashOf(edited)} onClose={() => edit(null)} />}
    </InlineContext>
  )
}

/** The columns of a price campaign: with the cash, and for those who see carts what is used of it. */
const useCashColumns = (cashOf: ReturnType<typeof useCash>, seesCarts: boolean) =>
  useMemo<Col<CampaignPartner>[]>(
    () => [
      ...plain,
      {
        key: 'cash',
        width: 140,
        phone: 'end',
        cell: (row, { euro }) => (
          <NumberCell cellId={cellIdOf(row.id, 'cash')} shown={euro(row.cash)} {...cashOf(row)}>
            <Cash shown={euro(row.cash)} isNone={Number(row.cash) === 0} />
          </NumberCell>
        ),
      },
      ...(seesCarts ? [spent] : []),
    ],
    [cashOf, seesCarts],
  )

const Cash = ({ shown, isNone }: { shown: string; isNone: boolean }) => (
  <span style={isNone ? { color: 'var(--text-3)' } : undefined}>{shown}</span>
)

/** The row actions: removal, and before it editing the cash where there is one. */
function useActions(
  editCash: ((row: CampaignPartner) => void) | undefined,
  remove: (row: CampaignPartner) => Promise<void>,
) {
  const t = useTranslations()
  return useMemo<RowAction<CampaignPartner>[]>(() => {
    const removal: RowAction<CampaignPartner> = {
      key: 'remove',
      icon: IconTrash,
      label: t('campaigns.remove'),
      permission: campaignPartners.remove.permission,
      run: (row) => void remove(row),
    }
    if (!editCash) return [removal]
    return [
      {
        key: 'cash',
        shortcut: 'enter',
        icon: IconPencil,
        label: t('campaigns.edit_cash'),
        permission: campaignPartners.changeCash.permission,
        run: editCash,
      },
      removal,
    ]
  }, [t, editCash, remove])
}

/** The editable cash of a partner. */
function useCash(campaignId: number, scope: { params: { campaign_id: string } }) {
  const t = useTranslations()
  const { euro } = useFormat()
  const numberOf = useRowSaves<CampaignPartner>(campaignPartners.index, scope)
  return useCallback(
    (row: CampaignPartner) =>
      numberOf(row, {
        label: t('campaigns.cash_of', { name: row.name }),
        of: ({ cash }) => cash,
        decimals: 2,
        format: euro,
        rule: moneyOrPercent,
        empty: t('campaigns.not_filled'),
        successText: t('campaigns.partners_saved'),
        send: (cash, { version }) =>
          apiRequest(campaignPartners.changeCash, {
            params: { campaign_id: String(campaignId) },
            body: { partner_id: row.id, cash: cash ?? '', version },
          }),
      }),
    [t, euro, numberOf, campaignId],
  )
}

/** Removes a partner from the campaign, with confirmation. */
function useRemoval(campaignId: number) {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const { mutate } = useApiMutation(campaignPartners.remove, { success: t('campaigns.partner_removed') })
  const remove = useCallback(
    async ({ id, name }: CampaignPartner) => {
      const yes = await confirm({
        title: t('campaigns.remove_partner', { name }),
        text: t('campaigns.remove_partner_text'),
        action: t('campaigns.remove'),
        danger: true,
      })
      if (yes) mutate({ params: { campaign_id: String(campaignId), partner_id: String(id) } })
    },
    [t, confirm, mutate, campaignId],
  )
  return [question, remove] as const
}

/** Export and import of the cash of all partners of a campaign. */
function useCashFiles(id: number) {
  const t = useTranslations()
  return useMemo(
    () => ({
      imports: {
        title: t('campaigns.import'),
        routes: campaignPartners,
        params: { campaign_id: String(id) },
        layout: campaignPartnerSheet,
        undoNote: t('campaigns.undo_import'),
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
