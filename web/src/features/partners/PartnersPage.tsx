import type { SheetColumns } from '@kontor/contract/kit/imports/sheet'
import { keyed, keysOf } from '@kontor/contract/kit/list/keyed'
import type { Column, ListDefinition } from '@kontor/contract/kit/list/list'
import { figureNames, type Partner, partnerList, partnerSheet, partners } from '@kontor/contract/partners'
import { figureFields } from '@kontor/contract/partners/fields'
import { useMemo } from 'react'
import type { Imports } from '../../kit/import/ImportButton.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { useMay } from '../../kit/rights/useMay.ts'
import { columnsWith } from '../../kit/table/columns.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { loginsIn, NewLogins } from './NewLogins.tsx'
import { PartnerDetails } from './PartnerDetails.tsx'
import { PartnerDialog } from './PartnerDialog.tsx'
import { texts } from './texts.ts'

// The documents' list does not have these two; whoever wants them chooses them.
const optional = { width: 132, optional: true } as const

const columns = columnsWith<Partner, keyof typeof partnerList.columns>(keysOf(partnerList.columns), {
  id: { locked: true, width: 84, phone: 'line' },
  name: { locked: true, main: true, width: 212 },
  phone: { width: 148 },
  haynes_pro_username: { width: 164 },
  category_names: { width: 190, phone: 'below' },
  city: { width: 124 },
  ...keyed(figureNames, () => ({ width: 132 })),
  debt: { width: 132, phone: 'end' },
  ...{ annualPlanTires: optional, moneyCirculationTires: optional },
})

/** For whoever may not see the figures: the list has none, to filter or to sort by either. */
const others = columns.filter(({ key }) => !(key in figureFields))
const othersList: ListDefinition = {
  ...partnerList,
  columns: Object.fromEntries(
    Object.entries<Column>(partnerList.columns).filter(([key]) => !(key in figureFields)),
  ),
}
const othersSheet: SheetColumns = Object.fromEntries(
  Object.entries<SheetColumns[string]>(partnerSheet).filter(([key]) => !(key in figureFields)),
)

export function PartnersPage() {
  const t = useTexts(texts)
  const sees = useMay()('figures.see')
  const files = useMemo(() => [{ label: t('partners.all'), route: partners.excel }], [t])
  const imports = useImports()
  return (
    <ListPage
      feature="partners"
      rows={partners.index}
      list={sees ? partnerList : othersList}
      columns={sees ? columns : others}
      form={PartnerDialog}
      routes={partners}
      details={PartnerDetails}
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
      toSave: { isIn: (result) => loginsIn(result).length > 0, warning: t('partners.unsaved_logins') },
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
