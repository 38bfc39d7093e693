import type { SheetColumns } from '@kontor/contract/kit/imports/sheet'
import { keyed, keysOf } from '@kontor/contract/kit/list/keyed'
import type { Column, ListDefinition } from '@kontor/contract/kit/list/list'
import { columnsOf } from '@kontor/contract/kit/resource/columns'
import { figureNames, type Partner, partnerList, partnerSheet, partners } from '@kontor/contract/partners'
import { figureFields, moreFields } from '@kontor/contract/partners/fields'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Imports } from '../../kit/import/ImportButton.tsx'
import { hasLogins, NewLogins } from '../../kit/import/NewLogins.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { listTexts } from '../../kit/list/texts.ts'
import { useMay } from '../../kit/rights/useMay.ts'
import { columnsWith } from '../../kit/table/columns.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { PartnerDialog } from './PartnerDialog.tsx'
import { PartnerLink, searchHere } from './PartnerLink.tsx'
import { texts } from './texts.ts'

// The documents' list does not have these; whoever wants them chooses them.
const optional = { width: 132, optional: true } as const

const columns = columnsWith<Partner, keyof typeof partnerList.columns>(keysOf(partnerList.columns), {
  id: { locked: true, width: 84, phone: 'line' },
  name: {
    ...{ locked: true, main: true, width: 212 },
    cell: ({ id, name }) => <PartnerLink id={id} name={name} isListed />,
  },
  phone: { width: 148 },
  haynes_pro_username: { width: 164 },
  category_names: { width: 190, phone: 'below' },
  city: { width: 124 },
  ...keyed(figureNames, () => ({ width: 132 })),
  debt: { width: 132, phone: 'end' },
  ...{ annualPlanTires: optional, moneyCirculationTires: optional },
  ...keyed(keysOf(columnsOf(moreFields)), () => ({ width: 160, optional: true }) as const),
})

/** For whoever may not see the figures: the list has none, to filter or to sort by either. */
const others = columns.filter(({ key }) => !(key in figureFields))
const othersList: ListDefinition = {
  ...partnerList,
  filters: {},
  columns: Object.fromEntries(
    Object.entries<Column>(partnerList.columns).filter(([key]) => !(key in figureFields)),
  ),
}
const othersSheet: SheetColumns = Object.fromEntries(
  Object.entries<SheetColumns[string]>(partnerSheet).filter(([key]) => !(key in figureFields)),
)

/** An address of before, which named the partner beside the list, means the partner's page. */
function useMoved() {
  const { partner, ...rest }: Record<string, string> = useSearch({ strict: false })
  if (!partner) return null
  const ofPage = Object.entries(rest).filter(([key]) => key === 'tab' || /^(?!f\.)[a-z_]+\./.test(key))
  return (
    <Navigate to={`/partners/${encodeURIComponent(partner)}`} search={Object.fromEntries(ofPage)} replace />
  )
}

export function PartnersPage() {
  const t = useTexts(texts, listTexts)
  const navigate = useNavigate()
  const moved = useMoved()
  const goTo = useCallback(
    ({ id }: Partner) =>
      void navigate({ to: `/partners/${id}`, state: (state) => ({ ...state, list: searchHere() }) }),
    [navigate],
  )
  const sees = useMay()('figures.see')
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
    <ListPage
      feature="partners"
      rows={partners.index}
      list={sees ? partnerList : othersList}
      columns={sees ? columns : others}
      form={PartnerDialog}
      routes={partners}
      goTo={goTo}
      toggle={partners.toggle}
      imports={imports}
      files={files}
    />
  )
}

function useImports(): Imports {
  const t = useTexts(texts)
  const withFigures = useMay()('figures.import')
  return useMemo(
    () => ({
      title: t('partners.import'),
      routes: partners,
      layout: withFigures ? partnerSheet : othersSheet,
      more: NewLogins,
      toSave: hasLogins,
      ...(withFigures && {
        option: {
          name: 'is_update_financial',
          label: t('partners.financial'),
          help: t('partners.financial_help'),
        },
      }),
    }),
    [t, withFigures],
  )
}
