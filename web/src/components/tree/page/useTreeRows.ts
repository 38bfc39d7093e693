import type { RequestInput } from '@kontor/contract/lib/http/route'
import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { notify } from '../../ui/snackbar/notify.tsx'
import { ancestorsOf, type ExtraRow, levelsOf, nodesById, type Parent, type Row, rowsOf } from '../rows.ts'
import type { TreeState } from '../treeState.ts'
import { readPath, rereadLevels, type TreeReads, useLevels } from '../useLevels.ts'
import type { ChangeTree } from './useTreeState.ts'

const NONE: ReadonlySet<number> = new Set()

/** The search result, and the folders that the user opened or closed in it. */
function useFound<N extends TreeNode>(routes: TreeReads<N>, search: string) {
  const { compare } = useFormat()
  // TypeScript cannot infer the types of a generic tree's search.
  const input = { body: { search } } as unknown as RequestInput<TreeReads<N>['find']>
  const query = useApiQuery(routes.find, input, { enabled: search !== '', keepPrevious: true })
  const answer = query.data as { nodes: N[]; matches: number[]; total_rows: number } | undefined
  const [turned, setTurned] = useState<{ search: string; ids: ReadonlySet<number> }>({ search, ids: NONE })
  const ids = turned.search === search ? turned.ids : NONE
  const found = useMemo(() => {
    if (!answer || search === '') return null
    const levels = levelsOf(answer.nodes, compare)
    return { levels, known: nodesById(levels), matches: new Set(answer.matches), total: answer.total_rows }
  }, [answer, search, compare])
  const turn = useCallback(
    (id: number) => setTurned({ search, ids: new Set([id]).symmetricDifference(ids) }),
    [search, ids],
  )
  return { query, found, turned: ids, turn }
}

/** The rows of a tree for its state: expanded levels, or search results with their ancestors. */
export function useTreeRows<N extends TreeNode>(
  routes: TreeReads<N>,
  state: TreeState,
  extras: readonly ExtraRow[],
) {
  const queries = useQueryClient()
  const { search, opened } = state
  const { query, found, turned, turn } = useFound(routes, search)
  const levelsToLoad = useMemo(() => [null, ...opened, ...turned.difference(opened)], [opened, turned])
  const read = useLevels(routes, levelsToLoad)
  const levels = useMemo(
    () => (found ? new Map([...read.levels, ...found.levels]) : read.levels),
    [read.levels, found],
  )
  const known = useMemo(() => nodesById(levels), [levels])
  const isOpen = useCallback(
    ({ id }: N) => (found ? found.levels.has(id) !== turned.has(id) : opened.has(id)),
    [found, turned, opened],
  )
  const rows = useMemo(() => {
    if (found && found.matches.size === 0) return []
    return rowsOf(
      found ? new Map([...levels, [null, found.levels.get(null) ?? EMPTY]]) : levels,
      isOpen,
      found ? [] : extras,
    )
  }, [levels, found, isOpen, extras])
  const isFirst = read.first || (search !== '' && !found && query.isPending)
  const error = read.error ?? (search !== '' && query.isError && !query.data ? query.error : null)
  const retry = useCallback(() => rereadLevels(queries, routes, undefined), [queries, routes])
  return { ...read, rows, known, found, turn, first: isFirst, error, retry, isOpen }
}
const EMPTY = { nodes: [], failed: false }

/** Opens the ancestors of a node and scrolls to it; on phones the selected node covers everything else. */
export function useReveal<N extends TreeNode>(
  routes: TreeReads<N>,
  state: TreeState,
  change: ChangeTree,
  known: ReadonlyMap<number, N>,
  isReady: boolean,
  isPhone: boolean,
) {
  const queries = useQueryClient()
  const [revealTarget, setRevealTarget] = useState<{ id: number; focus: boolean } | null>(null)
  const latest = useRef(state)
  latest.current = state
  const tried = useRef<number | null>(null)
  const reveal = useCallback(
    async (id: number, { focus = true, choose = !isPhone } = {}) => {
      tried.current = id
      const input = watchInput()
      const path = await readPath(queries, routes, id).catch(() => undefined)
      const hadInput = input.end()
      if (path === undefined) return // the error is shown in place of the tree
      if (path === null) {
        if (latest.current.node === id) change({ node: null })
        return notify.error('tree.gone')
      }
      const opened = latest.current.opened.union(new Set(path))
      change({ ...(choose && { node: id }), search: '', opened, folder: path.at(-1) ?? null })
      setRevealTarget({ id, focus: focus && !hadInput })
    },
    [queries, routes, change, isPhone],
  )
  const { node, search } = state
  const isMissing = node !== null && isReady && search === '' && !known.has(node)
  useEffect(() => {
    if (!isMissing) tried.current = null
    else if (tried.current !== node) void reveal(node, { focus: false, choose: true })
  }, [isMissing, node, reveal])
  return { wanted: revealTarget, want: setRevealTarget, reveal }
}

/** Records whether a key or the pointer was used until it is stopped: then the focus is not moved. */
function watchInput() {
  const watching = new AbortController()
  let isPressed = false
  const note = () => {
    isPressed = true
  }
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, note, { capture: true, signal: watching.signal })
  return {
    end: () => {
      watching.abort()
      return isPressed
    },
  }
}

/** The names of a node's ancestors, from the root. */
export const pathTo = <N extends TreeNode>(known: ReadonlyMap<number, N>, id: Parent) =>
  ancestorsOf(known, id).reverse()

/** The rows of one folder, for the phone layout; of a search all results. */
export function linesOf<N extends TreeNode>(
  rows: readonly Row<N>[],
  folder: Parent,
  matches?: ReadonlySet<number>,
) {
  const flat = (row: Row<N>): Row<N> => (row.kind === 'node' ? { ...row, isOpen: false } : row)
  const isIn = (row: Row<N>) => {
    if (row.kind === 'node') return matches ? matches.has(row.node.id) : row.node.parent_id === folder
    return (row.kind === 'extra' ? row.extra.parent : row.parent) === folder
  }
  return rows.filter(isIn).map(flat)
}
