import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useShortcuts } from '../../../lib/shortcuts/useShortcuts.ts'
import type { RowAction } from '../rowAction.ts'

interface Shown<Row> {
  row: Row | undefined
  rows: readonly Row[]
  actions: readonly RowAction<Row>[]
  isPhone: boolean
  picking: { onPick: (ids: number[], on: boolean) => void } | undefined
  /** Opens a row beside the list. */
  onOpen: (id: number) => void
}

/** Keys of shortcuts as `useShortcuts` names them; none for Enter, which `previewKey` handles in the row. */
const KEYS: Readonly<Record<string, string>> = { delete: 'Delete', enter: '' }

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/**
 * Shortcuts of a list's rows, independent of the focus: select all, next, previous, edit the current row,
 * and those of its actions.
 */
export function useRowKeys<Row extends { id: number }>(
  list: RefObject<HTMLElement | null>,
  { row, rows, actions, isPhone, picking, onOpen }: Shown<Row>,
) {
  const t = useTranslations()
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>('tbody tr[data-id]') ?? [])]
  /** The index of the row with the focus, else of the open one. */
  const current = () => {
    const focused = lines().findIndex((line) => line.contains(document.activeElement))
    return focused >= 0 ? focused : lines().findIndex((line) => Number(line.dataset.id) === row?.id)
  }
  const step = (by: 1 | -1) => () => {
    const all = lines()
    const at = current()
    all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]?.focus()
  }
  /** Runs the first action that the current row has. */
  const runFirst = (some: readonly RowAction<Row>[]) => () => {
    const id = Number(lines()[current()]?.dataset.id)
    const chosen = rows.find((one) => one.id === id) ?? row
    const action = chosen && some.find((action) => action.when?.(chosen) ?? true)
    if (action) action.run(chosen)
    return action ? undefined : chosen
  }
  /** Opens the record's page or details; the side panel where it has none. */
  const openCurrent = () => {
    const withoutPage = runFirst(open)()
    if (withoutPage) onOpen(withoutPage.id)
  }
  /** Into the side panel, and from there back to its row. */
  const toPanel = () => {
    const panel = list.current?.parentElement?.querySelector('[data-side-panel]')
    if (panel?.contains(document.activeElement)) lines()[current()]?.focus()
    else panel?.querySelector<HTMLElement>('a, button:enabled')?.focus()
  }
  const edit = actions.filter(({ key }) => key === 'edit')
  const open = actions.filter(({ key }) => key === 'details')
  const byKey = Map.groupBy(actions, ({ shortcut = '' }) => KEYS[shortcut] ?? shortcut)
  byKey.delete('')
  const when = !isPhone && rows.length > 0
  useShortcuts(
    [
      { key: 'j', also: 'ArrowDown', label: t('preview.next'), run: step(1), when, repeats: true },
      { key: 'k', also: 'ArrowUp', label: t('preview.previous'), run: step(-1), when, repeats: true },
      {
        key: 'Ctrl a',
        label: t('table.select_all'),
        when: when && picking !== undefined,
        run: () => {
          getSelection()?.removeAllRanges() // The browser's own select-all may have run before the shortcut was registered.
          picking?.onPick(idsOf(rows), true)
        },
      },
      { key: 'e', label: t('preview.edit_row'), run: runFirst(edit), when: when && edit.length > 0 },
      { key: 'o', label: t('preview.open'), run: openCurrent, when },
      { key: 'F6', label: t('preview.to_panel'), run: toPanel, when: when && row !== undefined },
      ...[...byKey].map(([key, some]) => ({
        key,
        label: some.map(({ label }) => label).join(' / '),
        run: runFirst(some),
        when,
      })),
    ],
    'row',
  )
}
