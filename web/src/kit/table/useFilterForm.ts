import type { ListDefinition } from '@kontor/contract/kit/list'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { isReadable, type ListState } from '../listState.ts'
import type { ChangeList } from './useListState.ts'

/** The header's filters as one form: what stands in its inputs is read only when it is applied. */
export interface FilterForm {
  ref: RefObject<HTMLTableRowElement | null>
  /** Columns whose text was not understood; it stays in its input and is not applied. */
  unread: readonly string[]
  apply: () => void
  clear: (column: string) => void
}

const NONE: readonly string[] = []

/** Reads `input` and `select` elements by their names inside the row that `ref` is put on. */
export function useFilterForm(list: ListDefinition, state: ListState, onChange: ChangeList): FilterForm {
  const ref = useRef<HTMLTableRowElement>(null)
  const [unread, setUnread] = useState(NONE)
  const apply = useCallback(() => {
    const typed = readFilters(ref.current, state.filters)
    const wrong = Object.keys(typed).filter((key) => !isReadable(list, key, typed[key] ?? ''))
    setUnread(wrong)
    onChange({ filters: Object.fromEntries(Object.entries(typed).filter(([key]) => !wrong.includes(key))) })
  }, [list, state.filters, onChange])
  const clear = useCallback(
    (column: string) => {
      const { [column]: _gone, ...filters } = state.filters
      onChange({ filters })
    },
    [state.filters, onChange],
  )
  return { ref, unread, apply, clear }
}

/** Filters of columns that are hidden now stay as they are. */
function readFilters(row: Element | null, now: Readonly<Record<string, string>>): Record<string, string> {
  const inputs = [...(row?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? [])]
  const filters = { ...now }
  for (const { name, value } of inputs) filters[name] = value.trim()
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
}
