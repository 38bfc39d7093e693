import { hasCash } from '@kontor/contract/campaigns/kinds'
import {
  type CampaignProduct,
  campaignProductList,
  campaignProducts,
} from '@kontor/contract/campaigns/products'
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
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { useIsPhone } from '../../lib/layout/useMedia.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useCampaign } from './CampaignContext.tsx'
import { ChooseProducts } from './ChooseProducts.tsx'

const plain: Col<CampaignProduct>[] = [
  { key: 'erp_code', code: true, width: 116, phone: 'line' },
  { key: 'name', width: 220, main: true },
  { key: 'description', width: 180 },
]
const rest: Col<CampaignProduct>[] = [{ key: 'ordered', width: 104 }]
const routes = { create: campaignProducts.replace }

type Own = 'price' | 'quantity'

/** The products of a campaign, with their campaign prices and quantities. */
export function ProductsPanel() {
  const { id, campaign_type_id } = useCampaign()
  // In a quantity campaign the quantity is the main value.
  const first: Own = hasCash(campaign_type_id) ? 'price' : 'quantity'
  const isPhone = useIsPhone()
  const canChange = usePermission()(campaignProducts.update.permission)
  const scope = useMemo(() => ({ params: { campaign_id: String(id) } }), [id])
  const editing = useInlineEditing()
  const ownOf = useOwnValues(id, scope)
  const [edited, edit] = useState<{ row: CampaignProduct; of: Own } | null>(null)
  const [question, remove] = useRemoval(id)
  const columns = useMemo(() => {
    const cell = (key: Own): Col<CampaignProduct> => ({
      key,
      width: key === 'price' ? 180 : 164,
      phone: key === first ? 'end' : 'below',
      cell: (row, { euro, integer }) => (
        <NumberCell
          cellId={cellIdOf(row.id, key)}
          shown={key === 'price' ? euro(row.price) : integer(row.quantity)}
          {...ownOf(row, key)}
        >
          <OwnValue product={row} of={key} />
        </NumberCell>
      ),
    })
    return [...plain, ...(first === 'price' ? [cell('price')] : []), cell('quantity'), ...rest]
  }, [ownOf, first])
  const actions = useActions({ first, isPhone, edit, open: editing.open, remove })
  return (
    <InlineContext value={canChange && !isPhone ? editing : null}>
      <ListPage
        list={campaignProductList}
        listRoute={campaignProducts.index}
        scope={scope}
        columns={columns}
        form={ChooseProducts}
        routes={routes}
        actions={actions}
      />
      {question}
      {edited && (
        <NumberDialog title={edited.row.name} {...ownOf(edited.row, edited.of)} onClose={() => edit(null)} />
      )}
    </InlineContext>
  )
}

interface ActionHandlers {
  first: Own
  isPhone: boolean
  edit: (edited: { row: CampaignProduct; of: Own }) => void
  open: (cellId: string) => void
  remove: (row: CampaignProduct) => Promise<void>
}

/** The actions of a product; in a table the second value is edited in the next cell. */
function useActions({ first, isPhone, edit, open, remove }: ActionHandlers) {
  const t = useTranslations()
  return useMemo<RowAction<CampaignProduct>[]>(() => {
    const change = (of: Own): RowAction<CampaignProduct> => ({
      key: of,
      icon: IconPencil,
      label: t(`campaigns.edit_${of}`),
      permission: campaignProducts.update.permission,
      run: (row) => (isPhone ? edit({ row, of }) : open(cellIdOf(row.id, of))),
    })
    return [
      { ...change(first), shortcut: 'enter' },
      ...(isPhone && first === 'price' ? [change('quantity')] : []),
      {
        key: 'remove',
        icon: IconTrash,
        label: t('campaigns.remove'),
        permission: campaignProducts.remove.permission,
        run: (row) => void remove(row),
      },
    ]
  }, [t, isPhone, edit, open, first, remove])
}

/** The editable campaign price or quantity of a product. Empty means the product's own. */
function useOwnValues(campaignId: number, scope: { params: { campaign_id: string } }) {
  const t = useTranslations()
  const { euro, decimal } = useFormat()
  const message = useMessage()
  const numberOf = useRowSaves<CampaignProduct>(campaignProducts.index, scope)
  return useCallback(
    (row: CampaignProduct, name: Own) =>
      numberOf(row, {
        label: t(`campaigns.${name}_of`, { name: row.name }),
        of: (one) => {
          const ownValue = name === 'price' ? one.own_price : one.own_quantity
          return ownValue === null ? null : String(ownValue)
        },
        decimals: name === 'price' ? 2 : 0,
        format: name === 'price' ? euro : decimal,
        rule: campaignProducts.update.body.shape[name],
        successText: message('success.edit'),
        send: (value, { version }) =>
          apiRequest(campaignProducts.patch, {
            params: { campaign_id: String(campaignId), product_id: String(row.id) },
            body: { [name]: name === 'quantity' && value !== null ? Number(value) : value, version },
          }),
      }),
    [t, message, euro, decimal, numberOf, campaignId],
  )
}

/** Removes a product from the campaign, with confirmation. */
function useRemoval(campaignId: number) {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const { mutate } = useApiMutation(campaignProducts.remove, { success: t('campaigns.product_removed') })
  const remove = useCallback(
    async ({ id, name, ordered }: CampaignProduct) => {
      const yes = await confirm({
        title: t('campaigns.remove_product', { name }),
        text: t('campaigns.remove_product_text', { ordered }),
        action: t('campaigns.remove'),
        danger: true,
      })
      if (yes) mutate({ params: { campaign_id: String(campaignId), product_id: String(id) } })
    },
    [t, confirm, mutate, campaignId],
  )
  return [question, remove] as const
}

/** The price or quantity of a product in a campaign; muted when it is the product's own, marked without a price. */
function OwnValue({ product, of }: { product: CampaignProduct; of: 'price' | 'quantity' }) {
  const t = useTranslations()
  const { euro, integer } = useFormat()
  const isOwn = (of === 'price' ? product.own_price : product.own_quantity) !== null
  const isMore = of === 'quantity' && product.quantity !== product.product_quantity
  const note = isMore ? 'campaigns.quantity_delivered' : (`campaigns.${of}_inherited` as const)
  const isHidden = Number(product.price) === 0
  const color = isHidden ? 'var(--bad)' : isOwn ? undefined : 'var(--text-3)'
  const title = isHidden ? t('campaigns.no_price') : isOwn ? undefined : t(note)
  return (
    <span style={{ color }} title={title}>
      {of === 'price' ? euro(product.price) : integer(product.quantity)}
    </span>
  )
}
