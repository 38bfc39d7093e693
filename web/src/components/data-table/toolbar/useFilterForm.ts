import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { sentFilter } from '@kontor/contract/lib/numbers/number-input'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { notify } from '../../ui/snackbar/notify.tsx'
import { isReadable, type ListState } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'

/** The filters of a list as an uncontrolled form: the inputs are read when the filters are applied. */
export interface FilterForm {
  /** Ref of an element around the filters; inputs and selects in it are named by column key. */
  ref: RefObject<HTMLTableRowElement | null>
  /** Ref of the search input for all columns. */
  search: RefObject<HTMLInputElement | null>
  /**
   * Columns whose text could not be parsed. The text stays in its input and the previously applied value
   * stays active.
   */
  invalid: readonly string[]
  /** Applies the filters; returns the state with them, or null when some could not be parsed. */
  apply: () => ListState | null
  clear: (column: string) => void
  clearAll: () => void
}

const NONE: readonly string[] = []

/** The filter form of a list: applies and clears its filters. */
export function useFilterForm(list: ListDefinition, state: ListState, onChange: ChangeList): FilterForm {
  const ref = useRef<HTMLTableRowElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [invalid, setInvalid] = useState(NONE)
  const { locale } = useLanguage()
  const apply = useCallback(() => {
    const sent = readFilters(ref.current, state.filters, (key, typed) =>
      sentFilter(list.columns[key]?.filter ?? 'text', typed, locale),
    )
    const wrong = Object.keys(sent).filter((key) => !isReadable(list, key, sent[key] ?? ''))
    setInvalid(wrong)
    clearPendingMarks(ref.current)
    if (wrong.length > 0) {
      const columns = wrong.map((key) => list.columns[key]?.label[locale] ?? key).join(', ')
      notify.error('table.unreadable', { params: { columns } })
    }
    const applied = Object.entries(sent).flatMap(([key, value]) => {
      const now = wrong.includes(key) ? state.filters[key] : value
      return now ? [[key, now]] : []
    })
    const filters = Object.fromEntries(applied)
    const next = { ...state, filters, search: search.current?.value.trim() ?? state.search }
    const isSame = JSON.stringify(next) === JSON.stringify(state) // the page stays, too
    onChange(isSame ? state : { filters, search: next.search })
    return wrong.length > 0 ? null : next
  }, [list, locale, state, onChange])
  const clear = useCallback(
    (column: string) => {
      const { [column]: _gone, ...filters } = state.filters
      setInvalid((last) => last.filter((key) => key !== column))
      onChange({ filters })
    },
    [state.filters, onChange],
  )
  const clearAll = useCallback(() => {
    for (const input of inputsIn(ref.current)) input.value = ''
    if (search.current) search.current.value = ''
    setInvalid(NONE)
    clearPendingMarks(ref.current)
    onChange({ filters: {}, search: '', view: '' })
  }, [onChange])
  return { ref, search, invalid, apply, clear, clearAll }
}

const inputsIn = (container: Element | null) => [
  ...(container?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? []),
]

/** Removes the mark of typed but unapplied text. */
function clearPendingMarks(container: Element | null) {
  for (const input of inputsIn(container)) input.removeAttribute('data-waiting')
}

/** Filters of hidden columns keep their values. */
function readFilters(
  container: Element | null,
  now: Readonly<Record<string, string>>,
  read: (column: string, typed: string) => string,
): Record<string, string> {
  const filters = { ...now }
  for (const { name, value } of inputsIn(container)) filters[name] = read(name, value.trim())
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
}
