import { filterColumn, listAskedBy } from '@kontor/contract/kit/list/asked'
import { typedFilter } from '@kontor/contract/kit/numbers/typed'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { bulkTexts } from './texts.ts'
import type { BulkRoutes } from './useBulkEdit.ts'

/** What a list is filtered by, as people read it: `Naziv: michelin, Cijena: >5`; empty without filters. */
export function useFilterNames({ bulkPlan }: BulkRoutes, filters: Record<string, string>) {
  const t = useTexts(bulkTexts)
  const { locale } = useLanguage()
  const list = listAskedBy(bulkPlan)
  const named = Object.entries(filters).map(([key, sent]) => {
    const column = list && filterColumn(list, key)
    const { label, filter = 'text', options } = column ?? { label: { [locale]: t('bulk.search') } }
    const option = options?.find(({ value }) => value === sent)?.label[locale]
    const flag = filter === 'flag' ? t(sent === 'true' ? 'bulk.yes' : 'bulk.no') : undefined
    return `${label[locale]}: ${option ?? flag ?? typedFilter(filter, sent, locale)}`
  })
  return named.join(', ')
}
