import type { Route } from '@kontor/contract/lib/http/route'
import { booleanWords } from '@kontor/contract/lib/imports/columns'
import { type Column, filterColumn, type ListDefinition, optionLabel } from '@kontor/contract/lib/lists/list'
import { typedFilter } from '@kontor/contract/lib/numbers/number-input'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { refetchCached } from '../../../lib/api/queries.ts'
import { routeKey } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { type Col, type FlagWords, readyColumns } from '../columns.tsx'
import type { ActiveFilter } from '../toolbar/ListToolbar.tsx'
import { useFilterForm } from '../toolbar/useFilterForm.ts'
import type { ListState } from './listState.ts'
import type { ChangeList } from './useListState.ts'
import { type RowOf, type Scope, useRows } from './useRows.ts'

interface Shown<R extends Route> {
  /** Texts for its flags, if the list has its own. */
  flag?: FlagWords | undefined
  listRoute: R
  list: ListDefinition
  columns: readonly Col<RowOf<R>>[]
  state: ListState
  onChange: ChangeList
  scope?: Scope
  /** What the state depends on is not known yet, so no rows are requested. */
  isAwaited?: boolean
}

/** A list as its table, toolbar and footer show it: the state, the rows, ready columns, filters with their names. */
export function useListModel<const R extends Route>({
  flag: own,
  listRoute,
  list,
  columns,
  state,
  onChange,
  scope,
  isAwaited = false,
}: Shown<R>) {
  const { locale } = useLanguage()
  const data = useRows(listRoute, list, state, scope, !isAwaited)
  const form = useFilterForm(list, state, onChange)
  const flag = own ?? booleanWords[locale]
  const ready = useMemo(
    () => readyColumns<RowOf<R>>(list, columns, { locale, format: formatOf(locale), flag }),
    [list, columns, locale, flag],
  )
  const active = useMemo<ActiveFilter[]>(() => {
    const written = (column: Column | undefined, sent: string) => {
      const word = column && optionLabel(column, sent, locale)
      if (column?.filter === 'flag') return word ?? (sent === 'true' ? flag.yes : flag.no)
      return word ?? typedFilter(column?.filter ?? 'text', sent, locale)
    }
    return Object.entries(state.filters).map(([key, sent]) => ({
      key,
      label: filterColumn(list, key)?.label[locale] ?? key,
      value: written(filterColumn(list, key), sent),
    }))
  }, [state.filters, list, locale, flag])
  const search = useTranslations()('table.search')
  const filterTexts = active.map(({ label, value }) => `${label}: ${value}`)
  if (state.search) filterTexts.push(`${search}: ${state.search}`)
  // The last page has become empty: go to the new last page.
  const last = Math.max(1, Math.ceil(data.total / state.size))
  const isKnown = !data.isLoading && !data.isPlaceholderData && !data.error
  const isPast = isKnown && data.rows.length === 0 && state.page > last
  useEffect(() => {
    if (isPast) onChange({ page: last }, { instead: true })
  }, [isPast, last, onChange])
  const filterSummary = filterTexts.join(' · ')
  const queries = useQueryClient()
  /** Loads page 1 with the default page size again, whatever is cached; filters stay. */
  const refresh = (size = list.size) => {
    refetchCached(queries, routeKey(listRoute))
    if (state.page !== 1 || state.size !== size) onChange({ page: 1, size })
  }
  return { list, state, onChange, data, form, flag, columns: ready, active, filterSummary, refresh }
}
