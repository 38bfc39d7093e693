import { catalogueOrderList } from '@kontor/contract/catalogueOrders'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../components/data-table/list-page/listState.ts'
import type { ChangeList } from '../../components/data-table/list-page/useListState.ts'
import { Segments } from '../../components/ui/tabs/Segments.tsx'
import { useLanguage } from '../../lib/i18n/i18n.tsx'

const { label, options = [] } = catalogueOrderList.columns.ignore_quantity

/** All orders, those in stock, or those out of stock: a shortcut of the column's filter. */
export function StockFilter({ state, onChange }: { state: ListState; onChange: ChangeList }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { ignore_quantity = '', ...others } = state.filters
  return (
    <>
      <span aria-hidden>{label[locale]}</span>
      <Segments
        label={label[locale]}
        segments={[
          { key: '', label: t('catalogueOrders.all') },
          ...options.map(({ value, label }) => ({ key: value, label: label[locale] })),
        ]}
        current={ignore_quantity}
        onChoose={(value) => onChange({ filters: value ? { ...others, ignore_quantity: value } : others })}
      />
    </>
  )
}
