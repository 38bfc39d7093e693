import type { Campaign } from '@kontor/contract/campaigns'
import { hasCash } from '@kontor/contract/campaigns/kinds'
import {
  campaignPartnerList,
  campaignPartners,
  partnerCandidateList,
} from '@kontor/contract/campaigns/partners'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { typedNumber } from '@kontor/contract/lib/numbers/number-input'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import type { RowOf } from '../../../components/data-table/list-page/useRows.ts'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { apiRequest, download } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useIsPhone } from '../../../lib/layout/useMedia.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { type AllIds, ChoiceTable, type View } from './ChoiceTable.tsx'
import { FillMissing } from './FillMissing.tsx'
import classes from './PartnersStep.module.css'
import { type DraftStore, useStore } from './store.ts'
import { ValueCell } from './ValueCell.tsx'

// Loaded on demand.
const SheetDialog = lazyPart(() => import('./SheetDialog.tsx'), 'SheetDialog')

type Row = RowOf<typeof campaignPartners.candidates>

const { label, money } = campaignPartnerList.columns.cash
/** Marked as required. */
const required = { cnr: `${label.cnr} *`, en: `${label.en} *` }
/** The list of choices, with an input column. */
export const partnerList = {
  ...partnerCandidateList,
  columns: { ...partnerCandidateList.columns, cash: { label: required, money, sort: false } },
} as const
const nameOf = ({ name }: Row) => name

export interface StepProps {
  campaign: Campaign
  store: DraftStore
  view: View | null
  onView: (view: View | null) => void
}

/** Partners that share a category with the draft, each with its cash. */
export function PartnersStep({
  campaign,
  store,
  view,
  onView,
  categoryName,
  list = partnerList,
}: StepProps & { categoryName: (id: number) => string; list?: ListDefinition }) {
  const t = useTranslations()
  const chosen = useStore(store, (state) => state.chosen.categories)
  const categories = useMemo(() => [...chosen].sort((a, b) => a - b), [chosen])
  const body = useMemo(() => ({ categories }), [categories])
  const columns = useColumns(campaign, store, categories, categoryName)
  const onPick = useCallback((ids: number[], on: boolean) => store.pick('partners', ids, on), [store])
  const allIds: AllIds = async (filters) =>
    (await apiRequest(campaignPartners.candidateIds, { body: { filters, categories } })).ids
  return (
    <ChoiceTable
      store={store}
      list={list}
      body={body}
      columns={columns}
      nameOf={nameOf}
      onPick={onPick}
      allIds={allIds}
      view={view}
      onView={onView}
      title={t('stepper.step_2')}
      part="partners"
      listRoute={campaignPartners.candidates}
      empty={{ title: t('stepper.no_partners'), text: t('stepper.no_rows_text') }}
      tools={hasCash(campaign.campaign_type_id) && <Tools campaign={campaign} store={store} />}
    />
  )
}

function useColumns(
  { campaign_type_id: type }: Campaign,
  store: DraftStore,
  categories: readonly number[],
  categoryName: (id: number) => string,
) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const isPhone = useIsPhone()
  return useMemo<Col<Row>[]>(() => {
    const names = new Set(categories.map(categoryName))
    const cash: Col<Row> = {
      key: 'cash',
      width: isPhone ? 128 : 288,
      cell: ({ id, name }) => (
        <ValueCell
          store={store}
          type={type}
          id={id}
          part="partners"
          label={t('stepper.cash_of', { name })}
          decimals={2}
          placeholder={typedNumber('0', locale, { min: 2 })}
          isMoney
        />
      ),
    }
    const matched: Col<Row> = {
      key: 'category_names',
      width: 190,
      grows: true,
      cell: ({ category_names }) => <Matched all={category_names.split('; ')} names={names} />,
    }
    const withCash = hasCash(type) ? [cash] : []
    if (isPhone) return [{ key: 'name', width: 190, cell: OnPhone }, ...withCash]
    return [
      { key: 'id', width: 84 },
      { key: 'name', main: true, width: 220 },
      { key: 'phone', width: 140 },
      matched,
      { key: 'city', width: 108 },
      ...withCash,
    ]
  }, [t, locale, store, type, categories, categoryName, isPhone])
}

const OnPhone = ({ id, name, city }: Row) => (
  <span className={classes.phone}>
    <b>{name}</b>
    <small>{[id, city?.name].filter(Boolean).join(' · ')}</small>
  </span>
)

/** The campaign's categories are underlined: the partner is listed because of them. */
function Matched({ all, names }: { all: readonly string[]; names: ReadonlySet<string> }) {
  return (
    <span title={all.join('; ')} className={classes.categories}>
      {all.map((name, index) => (
        <span key={name}>
          {index > 0 && '; '}
          {names.has(name) ? <mark>{name}</mark> : name}
        </span>
      ))}
    </span>
  )
}

/** One amount for all without one, and import from a spreadsheet. */
function Tools({ campaign, store }: { campaign: Campaign; store: DraftStore }) {
  const t = useTranslations()
  const can = usePermission()
  const [isReading, setReading] = useState(false)
  const save = () =>
    download(campaignPartners.excel, { body: { campaign_id: campaign.id } }).catch(shownError.show)
  return (
    <>
      <FillMissing campaign={campaign} store={store} />
      <span className={classes.files}>
        {can(campaignPartners.read.permission) && (
          <IconButton icon={IconFileImport} label={t('stepper.read')} onClick={() => setReading(true)} />
        )}
        {can(campaignPartners.excel.permission) && (
          <IconButton icon={IconDownload} label={t('stepper.download')} onClick={() => void save()} />
        )}
      </span>
      {isReading && <SheetDialog store={store} onClose={() => setReading(false)} />}
    </>
  )
}
