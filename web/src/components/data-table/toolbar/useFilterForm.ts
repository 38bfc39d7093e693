import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { sentFilter } from '@kontor/contract/lib/numbers/number-input'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { notify } from '../../ui/snackbar/notify.tsx'
import { isReadable, type ListState } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'

/** The filters of a list as one form: what stands in the inputs is read only when it is applied. */
export interface FilterForm {
  /** Goes on an element around the filters: inputs and selects that carry a column's key as their name. */
  ref: RefObject<HTMLTableRowElement | null>
  /** Goes on the input that searches all columns. */
  search: RefObject<HTMLInputElement | null>
  /** Columns whose text was not understood; it stays in its input, and what was applied before goes on to be. */
  unread: readonly string[]
  /** Answers whether all of them were understood. */
  apply: () => boolean
  clear: (column: string) => void
  clearAll: () => void
}

const NONE: readonly string[] = []

/** Reads the filters when asked to and clears them. */
export function useFilterForm(list: ListDefinition, state: ListState, onChange: ChangeList): FilterForm {
  const ref = useRef<HTMLTableRowElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [unread, setUnread] = useState(NONE)
  const { locale } = useLanguage()
  const apply = useCallback(() => {
    const sent = readFilters(ref.current, state.filters, (key, typed) =>
      sentFilter(list.columns[key]?.filter ?? 'text', typed, locale),
    )
    const wrong = Object.keys(sent).filter((key) => !isReadable(list, key, sent[key] ?? ''))
    setUnread(wrong)
    noneWaits(ref.current)
    if (wrong.length > 0) {
      const columns = wrong.map((key) => list.columns[key]?.label[locale] ?? key).join(', ')
      notify.error('table.unreadable', { params: { columns } })
    }
    const kept = Object.entries(sent).flatMap(([key, value]) => {
      const now = wrong.includes(key) ? state.filters[key] : value
      return now ? [[key, now]] : []
    })
    onChange({
      filters: Object.fromEntries(kept),
      search: search.current?.value.trim() ?? state.search,
    })
    return wrong.length === 0
  }, [list, locale, state.filters, state.search, onChange])
  const clear = useCallback(
    (column: string) => {
      const { [column]: _gone, ...filters } = state.filters
      setUnread((last) => last.filter((key) => key !== column))
      onChange({ filters })
    },
    [state.filters, onChange],
  )
  const clearAll = useCallback(() => {
    for (const input of inputsIn(ref.current)) input.value = ''
    if (search.current) search.current.value = ''
    setUnread(NONE)
    noneWaits(ref.current)
    onChange({ filters: {}, search: '', view: '' })
  }, [onChange])
  return { ref, search, unread, apply, clear, clearAll }
}

const inputsIn = (place: Element | null) => [
  ...(place?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? []),
]

/** What was marked as typed and not applied has been read or given up. */
function noneWaits(place: Element | null) {
  for (const input of inputsIn(place)) input.removeAttribute('data-waiting')
}

/** Filters of columns that are hidden now stay as they are. */
function readFilters(
  place: Element | null,
  now: Readonly<Record<string, string>>,
  read: (column: string, typed: string) => string,
): Record<string, string> {
  const filters = { ...now }
  for (const { name, value } of inputsIn(place)) filters[name] = read(name, value.trim())
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
}
