import type { SheetColumns } from '@kontor/contract/kit/imports/sheet'
import { keyed, keysOf } from '@kontor/contract/kit/list/keyed'
import type { Column, ListDefinition } from '@kontor/contract/kit/list/list'
import { columnsOf } from '@kontor/contract/kit/resource/columns'
import { figureNames, type Partner, partnerList, partnerSheet, partners } from '@kontor/contract/partners'
import { figureFields, moreFields } from '@kontor/contract/partners/fields'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useRef } from 'react'
import type { Imports } from '../../kit/import/ImportButton.tsx'
import { hasLogins, NewLogins } from '../../kit/import/NewLogins.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { listTexts } from '../../kit/list/texts.ts'
import { useMay } from '../../kit/rights/useMay.ts'
import { lazyPart } from '../../kit/router/lazyPart.ts'
import { useSearchHere } from '../../kit/router/useSearchHere.ts'
import { columnsWith } from '../../kit/table/columns.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { PartnerDialog } from './PartnerDialog.tsx'
import { texts } from './texts.ts'

// The documents' list does not have these; whoever wants them chooses them.
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
  ...keyed(keysOf(columnsOf(moreFields)), () => ({ width: 160, optional: true }) as const),
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

// Nobody waits for its parts who only looks at the list.
const PartnerDetails = lazyPart(() => import('./PartnerDetails.tsx'), 'PartnerDetails')

/** What of the address belongs to the details of a partner, beside the list's own. */
const isOfDetails = (key: string) =>
  key === 'partner' || key === 'tab' || (/^[a-z_]+\./.test(key) && !key.startsWith('f.'))

/** The partner that the address names, and how another one is named there. */
function useDetails() {
  const query: Record<string, string> = useSearch({ strict: false })
  const go = useSearchHere()
  const latest = useRef({ query, go })
  latest.current = { query, go }
  const goTo = useCallback(
    ({ id }: Partner) => latest.current.go({ ...latest.current.query, partner: String(id) }),
    [],
  )
  const list = Object.fromEntries(Object.entries(query).filter(([key]) => !isOfDetails(key)))
  return {
    goTo,
    shown: query.partner && {
      ...{ id: query.partner, tab: query.tab },
      onTab: (tab: string | undefined) => go({ ...query, tab }, { instead: true }),
      onClose: () => go(list),
    },
  }
}

export function PartnersPage() {
  const t = useTexts(texts, listTexts)
  const { goTo, shown } = useDetails()
  const sees = useMay()('figures.see')
  const files = useMemo(
    () => [
      { label: t('partners.all'), route: partners.excel },
      { label: t('table.template'), route: partners.template },
    ],
    [t],
  )
  const imports = useImports()
  return (
    <>
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
      <Suspense>{shown && <PartnerDetails key={shown.id} {...shown} />}</Suspense>
    </>
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
