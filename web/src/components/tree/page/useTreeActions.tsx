import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { RecordRef } from '@kontor/contract/lib/lists/list'
import { type DeletedNode, RESTORABLE_DAYS, type TreeNode } from '@kontor/contract/lib/resources/tree'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useConfirm } from '../../ui/dialog/useConfirm.tsx'
import { notify } from '../../ui/snackbar/notify.tsx'
import { ancestorsOf, type Parent } from '../rows.ts'
import { rereadLevels, type TreeReads } from '../useLevels.ts'

type Answering<T> = Route & { response: { _zod: { output: T } } }

/** The routes of a tree. */
export interface TreeCalls<N extends TreeNode> extends TreeReads<N> {
  move: Answering<N>
  deleted: Answering<DeletedNode[]>
  restore: Answering<N>
  remove: Answering<{ id: number; nodes: number }>
  setVisibility: Answering<{ id: number; is_visible: boolean; version: number }>
}

interface TreeActionOptions<N extends TreeNode> {
  routes: TreeCalls<N>
  known: ReadonlyMap<number, N>
  /** Shows a node and focuses it. */
  reveal: (id: number) => Promise<void>
  /** Called before a node is removed, while it still has the focus. */
  onLeaves: (node: N) => void
  /** Why a node may not be moved there, as a message key. */
  reasonAgainst: ((node: N, parent: N | null) => string | undefined) | undefined
}

/** The operations on nodes, with confirmation, message and undo. */
export function useTreeActions<N extends TreeNode>(options: TreeActionOptions<N>) {
  const treeActions = useTreeMutations(options)
  const { question, askShow, askRemove } = useQuestions<N>(treeActions)
  return { ...treeActions, askShow, askRemove, reasonAgainst: useReasonAgainst(options), question }
}

/** The operations on nodes without confirmation. */
function useTreeMutations<N extends TreeNode>({ routes, known, reveal, onLeaves }: TreeActionOptions<N>) {
  const t = useTranslations()
  const mutation = useApiMutation(routes)
  const nameOf = useCallback(
    (parent: Parent) => (parent === null ? t('tree.top') : (known.get(parent)?.name ?? '')),
    [known, t],
  )
  return useMemo(() => {
    const params = ({ id }: { id: number }) => ({ id: String(id) })
    const move = async (node: N, parent: Parent, isUndo = false) => {
      const from = node.parent_id
      const body = { parent_id: parent, version: node.version }
      const moved = await mutation<N>(routes.move, { params: params(node), body }, [from, parent])
      if (!moved) return
      await reveal(node.id)
      const undo = isUndo ? {} : { undo: () => void move(moved, from, true) }
      notify.success('tree.moved', { params: { name: node.name, to: nameOf(parent) }, ...undo })
    }
    const show = async (node: N, is_visible: boolean, isUndo = false) => {
      const input = { params: params(node), body: { is_visible } }
      if (!(await mutation(routes.setVisibility, input, [node.parent_id]))) return
      const undo = isUndo ? {} : { undo: () => void show(node, !is_visible, true) }
      const doneKey = is_visible ? 'tree.now_shown' : 'tree.now_hidden'
      notify.success(doneKey, { params: { name: node.name }, ...undo })
    }
    const restore = async ({ id, name }: RecordRef, wasInside: boolean) => {
      let isBack = false
      const node = await mutation<N>(routes.restore, { params: params({ id }) }, [], (error) => {
        isBack = error.body.message === 'tree.not_deleted'
        return isBack
      })
      if (isBack) {
        notify.success('tree.back_already', { params: { name } })
        await reveal(id)
      }
      if (!node) return isBack
      const isElsewhere = wasInside && node.parent_id === null
      notify.success(isElsewhere ? 'tree.restored_top' : 'tree.restored', { params: { name } })
      await reveal(id)
      return true
    }
    const remove = async (node: N) => {
      const input = { params: params(node), body: { version: node.version } }
      onLeaves(node)
      const gone = await mutation<{ nodes: number }>(routes.remove, input, [node.parent_id])
      if (!gone) return reveal(node.id)
      const undo = () => void restore(node, node.parent_id !== null)
      notify.success('tree.removed', { params: { name: node.name, count: gone.nodes }, undo })
    }
    return { move, show, remove, restore }
  }, [mutation, routes, reveal, onLeaves, nameOf])
}

/**
 * Calls a route and then refetches what it may have changed, also after an error, which may come from a
 * concurrent change. `isExpected`: errors that are not reported.
 */
function useApiMutation(routes: TreeReads<TreeNode>) {
  const queries = useQueryClient()
  return useCallback(
    async <T,>(
      route: Answering<T>,
      input: object,
      parents: readonly Parent[],
      isExpected?: (error: ApiError) => boolean,
    ): Promise<T | undefined> => {
      try {
        // TypeScript cannot infer the input of a generic tree route.
        return (await apiRequest<Route>(route, input as RequestInput<Route>)) as T
      } catch (error) {
        if (!(error instanceof ApiError && isExpected?.(error))) shownError.show(error)
        return undefined
      } finally {
        rereadLevels(queries, routes, parents)
      }
    },
    [queries, routes],
  )
}

/** Why a node may not be moved into a folder, as text; undefined when it may. */
function useReasonAgainst<N extends TreeNode>({ known, reasonAgainst }: TreeActionOptions<N>) {
  const t = useTranslations()
  return useCallback(
    (node: N, parent: Parent): string | undefined => {
      if (node.parent_id === parent) return t('tree.already_there')
      if (parent === node.id || ancestorsOf(known, parent).some(({ id }) => id === node.id))
        return t('tree.cycle')
      const folder = parent === null ? null : known.get(parent)
      if (folder?.is_item) return t('tree.parent_item')
      return folder === undefined ? undefined : reasonAgainst?.(node, folder)
    },
    [known, reasonAgainst, t],
  )
}

interface QuestionOptions<N> {
  show: (node: N, is_visible: boolean) => Promise<void>
  remove: (node: N) => Promise<void>
}

/** The confirmations before a node is hidden, shown or deleted. */
function useQuestions<N extends TreeNode>({ show, remove }: QuestionOptions<N>) {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const askShow = useCallback(
    async (node: N) => {
      const word = node.is_visible ? 'hide' : 'show'
      const hides = t('tree.hide_text', { folder: String(!node.is_item) })
      const yes = await confirm({
        title: t(`tree.${word}_one`, { name: node.name }),
        text: word === 'show' ? t('tree.show_text') : hides,
        action: t(`tree.${word}`),
      })
      if (yes) await show(node, !node.is_visible)
    },
    [show, confirm, t],
  )
  const askRemove = useCallback(
    async (node: N) => {
      const yes = await confirm({
        title: t('tree.remove_title', { name: node.name }),
        text: t('tree.remove_text', { count: nodesOf(node), days: RESTORABLE_DAYS }),
        action: t('tree.remove'),
        danger: true,
      })
      if (yes) await remove(node)
    },
    [remove, confirm, t],
  )
  return { question, askShow, askRemove }
}

/** Number of nodes of a subtree, its root included. */
const nodesOf = ({ items, folders }: TreeNode) => 1 + items + folders
