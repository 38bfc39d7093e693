import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { keyed, keysOf } from '@kontor/contract/lib/lists/keys'
import type { Column } from '@kontor/contract/lib/lists/list'
import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import { columnsOf } from '@kontor/contract/lib/resources/columns'
import {
  figureFilters,
  figureNames,
  financialSheet,
  type Partner,
  partnerList,
  partnerSheet,
  partners,
} from '@kontor/contract/partners'
import { bulkPartners, partnerBulk } from '@kontor/contract/partners/bulk'
import { figureFields, moreFields } from '@kontor/contract/partners/fields'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type Col, columnsWith } from '../../components/data-table/columns.tsx'
import {
  cellIdOf,
  InlineContext,
  useInlineEditing,
} from '../../components/data-table/inline-edit/InlineEditing.ts'
import { NumberCell } from '../../components/data-table/inline-edit/NumberCell.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import type { Imports } from '../../components/import-wizard/importProps.ts'
import { hasLogins, NewLogins } from '../../components/import-wizard/NewLogins.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { currentSearch } from '../../lib/router/currentSearch.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { usePartnerDebt } from './inline/usePartnerDebt.ts'
import { PartnerLink } from './PartnerLink.tsx'

const columns = columnsWith<Partner, keyof typeof partnerList.columns>(keysOf(partnerList.columns), {
  id: { locked: true, width: 84, phone: 'line' },
  name: {
    locked: true,
    main: true,
    width: 212,
    cell: ({ id, name }) => <PartnerLink id={id} name={name} isListed />,
  },
  phone: { width: 148 },
  haynes_pro_username: { width: 164 },
  category_names: { width: 190, phone: 'below' },
  city: { width: 124 },
  ...keyed(figureNames, () => ({ width: 132 })),
  debt: { width: 132, phone: 'end' },
  ...keyed(keysOf(columnsOf(moreFields)), () => ({ width: 160 })),
})

const figures = [...keysOf(figureFields), ...keysOf(figureFilters)]

/** For users without permission for the figures: the list has no such columns, filters or sorting. */
const others = columns.filter(({ key }) => !(key in figureFields))
const othersList: RecordList = {
  ...partnerList,
  filters: {},
  columns: Object.fromEntries(
    Object.entries<Column>(partnerList.columns).filter(([key]) => !(key in figureFields)),
  ),
}
const othersSheet: SheetColumns = Object.fromEntries(
  Object.entries<SheetColumns[string]>(partnerSheet).filter(([key]) => !(key in figureFields)),
)

/** Redirects old URLs, which opened the partner in the side panel, to the partner's page. */
function useLegacyRedirect() {
  const { partner, ...rest }: Record<string, string> = useSearch({ strict: false })
  if (!partner) return null
  const ofPage = Object.entries(rest).filter(([key]) => key === 'tab' || /^(?!f\.)[a-z_]+\./.test(key))
  return (
    <Navigate to={`/partners/${encodeURIComponent(partner)}`} search={Object.fromEntries(ofPage)} replace />
  )
}

/** Debt, limit and overdue amount with inline editing. */
function withDebt(column: Col<Partner>, debtOf: ReturnType<typeof usePartnerDebt>): Col<Partner> {
  const { key } = column
  if (key !== 'debt' && key !== 'debitLimit' && key !== 'outOfCurrency') return column
  return {
    ...column,
    cell(row, { euro }, plain) {
      const text = euro(row[key] ?? '0')
      return (
        <NumberCell cellId={cellIdOf(row.id, key)} shown={text} {...debtOf(row, key)}>
          {plain()}
        </NumberCell>
      )
    },
  }
}

// Loaded with the first opened row.
const PartnerPreview = lazyPart(() => import('./preview/PartnerPreview.tsx'), 'PartnerPreview')
const PartnerDialog = lazyPart(() => import('./PartnerDialog.tsx'), 'PartnerDialog')

const bulkEdit = { fields: partnerBulk, routes: bulkPartners }

export function PartnersPage() {
  const t = useTranslations()
  const navigate = useNavigate()
  const moved = useLegacyRedirect()
  const goTo = useCallback(
    ({ id }: Partner) =>
      void navigate({ to: `/partners/${id}`, state: (state) => ({ ...state, list: currentSearch() }) }),
    [navigate],
  )
  const can = usePermission()
  const sees = can('figures.see')
  const editing = useInlineEditing()
  const debtOf = usePartnerDebt()
  const shown = useMemo(() => columns.map((column) => withDebt(column, debtOf)), [debtOf])
  const files = useMemo(
    () => [
      { label: t('partners.all'), route: partners.excel },
      { label: t('table.template'), route: partners.template },
    ],
    [t],
  )
  const imports = useImports()
  if (moved) return moved
  return (
    <InlineContext value={can(partners.update.permission) && can('figures.change') ? editing : null}>
      <ListPage
        listRoute={partners.index}
        list={sees ? partnerList : othersList}
        columns={sees ? shown : others}
        notExported={can('figures.export') ? undefined : figures}
        form={PartnerDialog}
        routes={partners}
        goTo={goTo}
        preview={PartnerPreview}
        toggle={partners.toggle}
        imports={imports}
        bulkEdit={bulkEdit}
        files={files}
      />
    </InlineContext>
  )
}

function useImports(): Imports {
  const t = useTranslations()
  const withFigures = usePermission()('figures.import')
  return useMemo(
    () => ({
      title: t('partners.import'),
      routes: partners,
      layout: withFigures ? partnerSheet : othersSheet,
      more: NewLogins,
      toSave: hasLogins,
      ...(withFigures
        ? {
            option: {
              name: 'is_update_financial',
              label: t('partners.financial'),
              help: t('partners.financial_help'),
              layout: financialSheet,
            },
          }
        : { form: { is_update_financial: 'false' } }),
    }),
    [t, withFigures],
  )
}
