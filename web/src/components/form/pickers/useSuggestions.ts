import type { Route } from '@kontor/contract/lib/http/route'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { useLabels } from '../../../lib/i18n/words.ts'
import { firstState } from '../../data-table/list-page/listState.ts'
import { useListModel } from '../../data-table/list-page/useListModel.ts'
import { type RowOf, useRowsById } from '../../data-table/list-page/useRows.ts'
import type { Typing } from './pickers.ts'
import { recentlyPicked, rememberPicked } from './recentlyPicked.ts'
import { type PickerProps, usePickerList } from './usePickerList.ts'

const nothing = () => undefined
const keyOf = (row: { id: number } | null | undefined) => row?.id ?? 'browse'

/** The options for the typed text, the last of which opens the whole list (null), and the active one. */
export function useSuggestions<R extends Route>(props: PickerProps<R> & { typing: Typing }) {
  const { listRoute, columns, typing, onPick } = props
  const list = usePickerList(props)
  const { flag } = useLabels(list)
  const typed = typing.typed.trim()
  const [searched] = useDebouncedValue(typed, 120)
  const state = useMemo(() => ({ ...firstState(list), search: searched }), [list, searched])
  const { data, ...model } = useListModel({ flag, listRoute, list, columns, state, onChange: nothing })
  const isFailed = data.error !== null || data.refetchFailure !== null
  const isBusy = !isFailed && (typed !== searched || data.isLoading || data.isPlaceholderData)
  const recent = useRecent(props, typed)
  const options = useMemo(() => {
    const others = data.rows.filter(({ id }) => !recent.some((row) => row.id === id))
    return [...[...recent, ...others].slice(0, list.size), null]
  }, [recent, data.rows, list.size])
  const only = data.rows.length === 1 && typed !== '' ? 0 : -1

  /**
   * The active option: the first result until the arrows or the pointer move it; none while nothing is
   * typed.
   */
  const [pointed, setPointed] = useState<{ typed: string; at: number | 'browse' }>()
  // By record and not by index: later results may come before it.
  const pointedIndex = pointed?.typed === typed ? options.findIndex((row) => keyOf(row) === pointed.at) : -1
  const current = pointedIndex >= 0 ? pointedIndex : typed !== '' && data.rows.length > 0 ? 0 : -1
  const point = (index: number) => setPointed({ typed, at: keyOf(options[index]) })
  useActiveDescendant(typing, current)

  function run(index: number) {
    const row: RowOf<R> | null | undefined = options[index]
    if (row) {
      rememberPicked(list.name, [row.id])
      onPick?.([row])
    }
    if (row === null) typing.onBrowse()
  }
  const press = useEffectEvent((key: string): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step)
      point(current < 0 && step < 0 ? options.length - 1 : (current + step + options.length) % options.length)
    else if (key === 'Enter' && current >= 0 && (!isBusy || !options[current])) run(current)
    else {
      // Tab takes the only result.
      if (key === 'Tab' && isBusy && typed !== '') typing.leave()
      else if (key === 'Tab' && only === 0) run(only)
      return false
    }
    return true
  })
  const { keys } = typing
  useLayoutEffect(() => {
    keys.current = (key) => press(key)
    return () => {
      keys.current = null
    }
  }, [keys])
  useEarlyEnter(typing, isBusy, () => only === 0 && run(only))
  return {
    options,
    recentCount: recent.length,
    columns: model.columns,
    current,
    point,
    run,
    isBusy,
    isFailed,
    searched,
  }
}

/** The recently used records, offered by an empty field. */
function useRecent<R extends Route>({ list: { name }, listRoute }: PickerProps<R>, typed: string) {
  const isEmpty = typed === ''
  const ids = useMemo(() => (isEmpty ? recentlyPicked(name) : []), [isEmpty, name])
  return useRowsById(listRoute, ids)
}

/** Sets the field's aria-activedescendant. */
function useActiveDescendant({ id, point }: Typing, current: number) {
  const announce = useEffectEvent((line: string | undefined) => point(line))
  useEffect(() => announce(current < 0 ? undefined : `${id}-${current}`), [id, current])
}

/** When Enter or Tab precedes the results, takes the result if it is the only one. */
function useEarlyEnter({ isEntered, forget }: Typing, isBusy: boolean, take: () => void) {
  const settle = useEffectEvent(() => {
    forget()
    take()
  })
  useEffect(() => {
    if (isEntered && !isBusy) settle()
  }, [isEntered, isBusy])
}
