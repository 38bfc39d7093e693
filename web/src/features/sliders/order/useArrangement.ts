import type { OrderedSlider } from '@kontor/contract/sliders/order'
import { useState } from 'react'
import { arrange, movedTo, placedIds } from './arrangement.ts'

interface Draft {
  ids: readonly number[]
  /** The stored order with which it began. */
  begunWith: string
}

/** The order that is being edited, over the stored one, which may change meanwhile. */
export function useArrangement(stored: readonly OrderedSlider[]) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const storedIds = placedIds(stored)
  const storedOrder = storedIds.join()
  const arrangement = arrange(stored, draft?.ids ?? storedIds)
  const { rows, placed } = arrangement
  const ids = rows.slice(0, placed).map(({ id }) => id)
  const change = (next: readonly number[]) =>
    setDraft({ ids: next, begunWith: draft?.begunWith ?? storedOrder })
  return {
    ...{ rows, placed, ids },
    isChanged: ids.join() !== storedOrder,
    /** Somebody else has saved another order since this one was begun. */
    isOutdated: draft !== null && draft.begunWith !== storedOrder,
    move: (from: number, to: number) => change(movedTo(arrangement, from, to)),
    /** Takes the place of a slider; returns where it is then, from 0. */
    free: (freed: number) => {
      const next = ids.filter((id) => id !== freed)
      change(next)
      return arrange(stored, next).rows.findIndex(({ id }) => id === freed)
    },
    discard: () => setDraft(null),
  }
}
