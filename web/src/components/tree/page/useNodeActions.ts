import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import {
  IconEye,
  IconEyeOff,
  IconFolderPlus,
  IconFolderSymlink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { TreeAction } from '../rowStyle.ts'
import type { TreePageProps } from './treePageProps.ts'

interface NodeActionOptions<N extends TreeNode>
  extends Pick<TreePageProps<N>, 'actions' | 'canEdit' | 'words'> {
  treeActions: { askShow: (node: N) => Promise<void>; askRemove: (node: N) => Promise<void> }
  canChange: boolean
  add: (parent: N) => void
  open: (dialog: { kind: 'edit' | 'move'; node: N }) => void
}

/** The actions of a node: those of its feature and those of every tree. */
export function useNodeActions<N extends TreeNode>({
  actions,
  canEdit,
  words,
  ...options
}: NodeActionOptions<N>) {
  const { treeActions, canChange, add, open } = options
  const t = useTranslations()
  const addIn = words.addIn ?? t('tree.add_in')
  return useCallback(
    (node: N): TreeAction[] => {
      const ownActions = [...(actions?.(node) ?? [])]
      if (!canChange) return ownActions
      const all: (TreeAction | false)[] = [
        !node.is_item && {
          key: 'add',
          icon: IconFolderPlus,
          label: addIn,
          quick: true,
          run: () => add(node),
        },
        ...ownActions,
        (canEdit?.(node) ?? true) && {
          key: 'edit',
          icon: IconPencil,
          label: t('table.edit'),
          keys: 'F2',
          quick: true,
          run: () => open({ kind: 'edit', node }),
        },
        {
          key: 'move',
          icon: IconFolderSymlink,
          label: t('tree.move'),
          letter: 'M',
          run: () => open({ kind: 'move', node }),
        },
        {
          key: 'show',
          icon: node.is_visible ? IconEyeOff : IconEye,
          letter: 'H',
          quick: true,
          label: node.is_visible ? t('tree.hide') : t('tree.show'),
          run: () => void treeActions.askShow(node),
        },
        {
          key: 'remove',
          icon: IconTrash,
          label: t('tree.remove'),
          keys: 'Del',
          quick: true,
          run: () => void treeActions.askRemove(node),
        },
      ]
      return all.filter((one) => one !== false)
    },
    [actions, canEdit, addIn, treeActions, canChange, add, open, t],
  )
}
