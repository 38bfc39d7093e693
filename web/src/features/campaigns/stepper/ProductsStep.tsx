import type { CampaignDetails } from '@kontor/contract/campaigns/details'
import { type CampaignType, hasCash } from '@kontor/contract/campaigns/kinds'
import { campaignProducts } from '@kontor/contract/campaigns/products'
import { typedNumber } from '@kontor/contract/lib/numbers/number-input'
import { productList, products } from '@kontor/contract/products'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import type { RowOf } from '../../../components/data-table/list-page/useRows.ts'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useIsPhone } from '../../../lib/layout/useMedia.ts'
import { type AllIds, ChoiceTable } from './ChoiceTable.tsx'
import { Discount } from './Discount.tsx'
import classes from './PartnersStep.module.css'
import type { StepProps } from './PartnersStep.tsx'
import type { DraftStore } from './store.ts'
import { ValueCell } from './ValueCell.tsx'

type Row = RowOf<typeof products.activePagePost>

const { erp_code, name, description, price, quantity } = productList.columns
const common = { ...productList, size: 100, sort: { by: 'name', desc: false } }
const own = (cnr: string, en: string) => ({ label: { cnr, en }, money: true, sort: false }) as const
/** Prices in campaigns with cash, quantities in campaigns with a limited number of pieces. */
const lists = {
  1: {
    ...common,
    columns: {
      erp_code,
      name,
      description,
      quantity,
      own: own('Količina u kampanji', 'Quantity in the campaign'),
    },
  },
  2: {
    ...common,
    columns: { erp_code, name, description, price, own: own('Cijena u kampanji', 'Price in the campaign') },
  },
} as const
const nameOf = (row: Row) => row.name
const allIds: AllIds = async (filters) =>
  (await apiRequest(campaignProducts.candidateIds, { body: { filters } })).ids

/** Active products, each with its price or quantity in the campaign. */
export function ProductsStep({
  campaign,
  delivered,
  store,
  view,
  onView,
}: StepProps & Pick<CampaignDetails, 'delivered'>) {
  const t = useTranslations()
  const type = campaign.campaign_type_id
  const columns = useColumns(type, store, delivered)
  const onPick = useCallback((ids: number[], on: boolean) => store.pick('products', ids, on), [store])
  return (
    <ChoiceTable
      store={store}
      columns={columns}
      nameOf={nameOf}
      onPick={onPick}
      allIds={allIds}
      view={view}
      onView={onView}
      title={t('stepper.step_3')}
      part="products"
      list={lists[type]}
      listRoute={products.activePagePost}
      empty={{ title: t('stepper.no_products'), text: t('stepper.no_rows_text') }}
      tools={hasCash(type) && <Discount store={store} />}
    />
  )
}

function useColumns(type: CampaignType, store: DraftStore, delivered: CampaignDetails['delivered']) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const isPhone = useIsPhone()
  return useMemo<Col<Row>[]>(() => {
    const isMoney = hasCash(type)
    const piecesOf = new Map(delivered.map(({ product_id, pieces }) => [product_id, pieces]))
    const quantityOf = ({ id, quantity }: Row) => quantity + (piecesOf.get(id) ?? 0)
    const ownValue: Col<Row> = {
      key: 'own',
      width: isPhone ? 144 : 324,
      cell: (row) => (
        <ValueCell
          store={store}
          type={type}
          isMoney={isMoney}
          part="products"
          id={row.id}
          usual={isMoney ? row.price : undefined}
          label={t(isMoney ? 'stepper.price_of' : 'stepper.quantity_of', { name: row.name })}
          decimals={isMoney ? 2 : 0}
          placeholder={typedNumber(isMoney ? row.price : String(quantityOf(row)), locale, {
            min: isMoney ? 2 : 0,
          })}
        />
      ),
    }
    if (isPhone) return [{ key: 'name', width: 174, cell: OnPhone }, ownValue]
    return [
      { key: 'erp_code', code: true, width: 132 },
      { key: 'name', main: true, width: 240 },
      { key: 'description', width: 220 },
      { key: isMoney ? 'price' : 'quantity', width: 116 },
      ownValue,
    ]
  }, [t, locale, store, type, delivered, isPhone])
}

const OnPhone = ({ name, erp_code }: Row) => (
  <span className={classes.phone}>
    <b>{name}</b>
    <small>{erp_code}</small>
  </span>
)
