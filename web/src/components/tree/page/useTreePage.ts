import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useIsPhone } from '../../../lib/layout/useMedia.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { useSearchFlag } from '../../ui/dialog/useSearchFlag.ts'
import { notify } from '../../ui/snackbar/notify.tsx'
import { neighbour, type Parent } from '../rows.ts'
import { rereadLevels, useTreeEvents } from '../useLevels.ts'
import type { TreeHandlers } from '../useTreeKeys.ts'
import type { TreePageProps } from './treePageProps.ts'
import { useNodeActions } from './useNodeActions.ts'
import { useTreeActions } from './useTreeActions.tsx'
import { linesOf, pathTo, useReveal, useTreeRows } from './useTreeRows.ts'
import { useTreeState } from './useTreeState.ts'

/** The open dialog. */
type Open<N> =
  | { kind: 'add'; parent: N | null }
  | { kind: 'edit' | 'move' | 'more'; node: N }
  | { kind: 'deleted' }

const NO_EXTRAS = [] as const

/** The state and actions of a tree screen, for both layouts. */
export function useTreePage<N extends TreeNode>(props: TreePageProps<N>) {
  const { routes, event, extras = NO_EXTRAS } = props
  const queries = useQueryClient()
  const can = usePermission()
  const canChange = can(routes.move.permission)
  const isPhone = useIsPhone()
  const [state, change] = useTreeState()
  const tree = useTreeRows(routes, state, extras)
  const { known, rows } = tree
  const { wanted, want, reveal } = useReveal(routes, state, change, known, !tree.first, isPhone)
  const chosen = state.node === null ? undefined : known.get(state.node)
  const [open, setOpen] = useState<Open<N> | null>(null)
  const close = useCallback(() => setOpen(null), [])
  useTreeEvents(event, routes)
  useInitialReveal(tree.first, chosen, want)

  const latest = useRef(rows)
  latest.current = rows
  const onLeaves = useCallback(
    (node: N) => {
      const next = neighbour(latest.current, node)
      change({ node: next })
      if (next !== null) want({ id: next, focus: true })
    },
    [change, want],
  )
  const treeActions = useTreeActions({ routes, known, reveal, onLeaves, reasonAgainst: props.reasonAgainst })
  const cut = useCut<N>(treeActions)
  const add = useCallback((parent: N | null) => setOpen({ kind: 'add', parent }), [])
  useSearchFlag('add', canChange && !tree.first ? () => add(null) : undefined)
  const actionsOf = useNodeActions<N>({ ...props, treeActions, canChange, add, open: setOpen })
  const handlers = useTreeHandlers({
    props,
    state,
    change,
    tree,
    treeActions,
    cut,
    canChange,
    isPhone,
    want,
    open: setOpen,
  })
  const refresh = () => rereadLevels(queries, routes, undefined)
  const { onFiles } = props
  const uploadFiles = (files: DataTransfer, parent: Parent) => {
    if (parent !== null) change({ opened: state.opened.union(new Set([parent])) })
    onFiles?.(files, parent)
  }
  const saved = useCallback((id: number) => void reveal(id), [reveal])
  const folderPath = useMemo(() => pathTo(known, state.folder), [known, state.folder])
  const folder = state.folder === null ? undefined : known.get(state.folder)
  const shown = useMemo(
    () => (isPhone ? linesOf(rows, folder?.id ?? null, tree.found?.matches) : rows),
    [isPhone, rows, folder, tree.found],
  )
  return {
    state,
    change,
    tree,
    rows: shown,
    chosen,
    open,
    setOpen,
    close,
    treeActions,
    cut,
    add,
    actionsOf,
    handlers,
    wanted,
    want,
    refresh,
    saved,
    path: folderPath,
    folder,
    canChange,
    isPhone,
    uploadFiles: onFiles && uploadFiles,
  }
}

/** Reveals the node of the URL once the tree has loaded. */
function useInitialReveal<N extends TreeNode>(
  isFirst: boolean,
  chosen: N | undefined,
  want: (target: { id: number; focus: boolean }) => void,
) {
  const hasRevealed = useRef(false)
  useEffect(() => {
    if (isFirst || hasRevealed.current) return
    hasRevealed.current = true
    if (chosen) want({ id: chosen.id, focus: false })
  }, [isFirst, chosen, want])
}

interface HandlerOptions<N extends TreeNode> {
  props: TreePageProps<N>
  state: ReturnType<typeof useTreeState>[0]
  change: ReturnType<typeof useTreeState>[1]
  tree: ReturnType<typeof useTreeRows<N>>
  treeActions: ReturnType<typeof useTreeActions<N>>
  cut: ReturnType<typeof useCut<N>>
  canChange: boolean
  isPhone: boolean
  want: (target: { id: number; focus: boolean }) => void
  open: (dialog: Open<N>) => void
}

/** Handlers of keys and mouse. */
function useTreeHandlers<N extends TreeNode>(options: HandlerOptions<N>): TreeHandlers<N> {
  const latest = useRef(options)
  latest.current = options
  const { canChange } = options
  return useMemo(() => {
    const now = () => latest.current
    const toggle = (node: N, open: boolean) => {
      const { tree, state, change } = now()
      if (tree.found) return tree.turn(node.id)
      const opened = new Set(state.opened)
      if (open) opened.add(node.id)
      else opened.delete(node.id)
      // Collapsing must not hide the selected node.
      const isInside = !open && state.node !== null && pathTo(tree.known, state.node).includes(node)
      change({ opened, ...(isInside && { node: node.id }) })
    }
    const clearSelection = () => {
      const { state, change } = now()
      change({ node: null })
      return state.node !== null
    }
    const changing: Partial<TreeHandlers<N>> = {
      edit: (node) => (now().props.canEdit?.(node) ?? true) && now().open({ kind: 'edit', node }),
      remove: (node) => void now().treeActions.askRemove(node),
      cut: (node) => now().cut.take(node),
      paste: (node) => now().cut.paste(node.is_item ? node.parent_id : node.id),
    }
    return {
      choose: (node) => {
        const { isPhone, tree, state, change } = now()
        if (!isPhone) return change({ node: node.id })
        if (node.is_item) return change({ node: node.id }, { step: true })
        const path = pathTo(tree.known, node.id).map(({ id }) => id)
        const opened = state.opened.union(new Set([...path, node.id]))
        change({ search: '', node: null, folder: node.id, opened }, { step: true })
      },
      run: (node) => {
        if (node.is_item) now().props.run?.(node)
        else toggle(node, !now().tree.isOpen(node))
      },
      toggle,
      openSiblings: ({ parent_id }) => {
        const { tree, state, change } = now()
        const inside = tree.levels.get(parent_id)?.nodes ?? []
        const folders = inside.filter(({ is_item, children }) => !is_item && children > 0)
        change({ opened: state.opened.union(new Set(folders.map(({ id }) => id))) })
      },
      retry: () => now().tree.retry(),
      forget: () => now().cut.forget() || clearSearch(now()) || clearSelection(),
      clearSelection,
      ...(canChange && changing),
    }
  }, [canChange])
}

/** Clears the search; the selected node stays visible. */
export function clearSearch<N extends TreeNode>({
  state,
  tree,
  change,
  want,
}: Pick<HandlerOptions<N>, 'state' | 'tree' | 'change' | 'want'>): boolean {
  if (state.search === '') return false
  const path = pathTo(tree.known, state.node).map(({ id }) => id)
  change({ search: '', opened: state.opened.union(new Set(path)) }, { step: true })
  if (state.node !== null) want({ id: state.node, focus: false })
  return true
}

interface MoveActions<N> {
  reasonAgainst: (node: N, parent: Parent) => string | undefined
  move: (node: N, parent: Parent) => Promise<void>
}

/** The node that was cut, until it is pasted. */
function useCut<N extends TreeNode>(treeActions: MoveActions<N>) {
  const [node, setNode] = useState<N | null>(null)
  const latest = useRef({ node, treeActions })
  latest.current = { node, treeActions }
  const paste = useCallback((parent: Parent) => {
    const { node, treeActions } = latest.current
    if (!node) return
    const reason = treeActions.reasonAgainst(node, parent)
    if (reason) return notify.error(reason)
    setNode(null)
    void treeActions.move(node, parent)
  }, [])
  const forget = useCallback(() => {
    setNode(null)
    return latest.current.node !== null
  }, [])
  return { node, take: setNode, paste, forget }
}
