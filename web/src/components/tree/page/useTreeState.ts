import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useSearchHere } from '../../../lib/router/useSearchHere.ts'
import { readTreeState, type TreeState, writeTreeState } from '../treeState.ts'

export type ChangeTree = (change: Partial<TreeState>, options?: { step?: boolean }) => void

/** The state of a tree, stored in the URL. With `step` the change adds a history entry. */
export function useTreeState(): readonly [TreeState, ChangeTree] {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const go = useSearchHere()
  const { q, node, open, in: folder } = query
  const state = useMemo(() => readTreeState({ q, node, open, in: folder }), [q, node, open, folder])
  const change = useCallback<ChangeTree>(
    (part, { step = false } = {}) =>
      go((now) => ({ ...now, ...writeTreeState({ ...readTreeState(now), ...part }) }), { instead: !step }),
    [go],
  )
  return [state, change]
}
