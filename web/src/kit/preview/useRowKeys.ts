import type { RefObject } from 'react'
import { useKeys } from '../keys/useKeys.ts'
import type { RowAction } from '../table/TableBody.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { previewTexts } from './texts.ts'

interface Shown<Row> {
  row: Row | undefined
  rows: readonly Row[]
  actions: readonly RowAction<Row>[]
  isPhone: boolean
}

/** The keys of the rows of a list, wherever the focus is: to the next and the previous one, and editing the current one. */
export function useRowKeys<Row extends { id: number }>(
  list: RefObject<HTMLElement | null>,
  { row, rows, actions, isPhone }: Shown<Row>,
) {
  const t = useTexts(previewTexts)
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>('tbody tr[data-id]') ?? [])]
  const current = () =>
    lines().findIndex((line) => line.contains(document.activeElement) || Number(line.dataset.id) === row?.id)
  const step = (by: 1 | -1) => () => {
    const [all, at] = [lines(), current()]
    all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]?.focus()
  }
  const edit = actions.find(({ key }) => key === 'edit')
  const editCurrent = () => {
    const id = Number(lines()[current()]?.dataset.id)
    const chosen = rows.find((one) => one.id === id) ?? row
    if (chosen && (edit?.when?.(chosen) ?? true)) edit?.run(chosen)
  }
  const when = !isPhone && rows.length > 0
  useKeys(
    [
      { key: 'j', says: t('preview.next'), run: step(1), when, repeats: true },
      { key: 'k', says: t('preview.previous'), run: step(-1), when, repeats: true },
      { key: 'e', says: t('preview.edit_row'), run: editCurrent, when: when && edit !== undefined },
    ],
    'row',
  )
}
