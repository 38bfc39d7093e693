// A tree screen: header, rows and actions. Its state is in the URL.
import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { IconScissors } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import type { PhoneActions as Actions } from '../../data-table/mobile/PhoneActions.tsx'
import { Bar } from '../../ui/Bar.tsx'
import { StaleBar } from '../../ui/StaleBar.tsx'
import type { RowStyle } from '../rowStyle.ts'
import type { Parent } from '../rows.ts'
import { Tree } from '../Tree.tsx'
import type { DeletedDialog as Deleted } from './DeletedDialog.tsx'
import type { FolderDialog as Folder } from './FolderDialog.tsx'
import { TreeHeader } from './TreeHeader.tsx'
import { TreeNotice, TreeSkeleton } from './TreeNotice.tsx'
import { TreePanel } from './TreePanel.tsx'
import classes from './treePage.module.css'
import type { TreePageProps } from './treePageProps.ts'
import { useTreePage } from './useTreePage.ts'
import { pathTo } from './useTreeRows.ts'

const FolderDialog = lazyPart(() => import('./FolderDialog.tsx'), 'FolderDialog') as unknown as typeof Folder
const DeletedDialog = lazyPart(
  () => import('./DeletedDialog.tsx'),
  'DeletedDialog',
) as unknown as typeof Deleted
const PhoneActions = lazyPart(
  () => import('../../data-table/mobile/PhoneActions.tsx'),
  'PhoneActions',
) as unknown as typeof Actions
type Page<N extends TreeNode> = ReturnType<typeof useTreePage<N>>
type ShownProps<N extends TreeNode> = TreePageProps<N> & { page: Page<N> }

/** A tree screen. The feature describes its nodes; loading, rendering, search and moving are generic. */
export function TreePage<N extends TreeNode>(props: TreePageProps<N>) {
  const page = useTreePage(props)
  const t = useTranslations()
  const { tree, cut } = page
  return (
    <>
      <TreeHeader {...props} page={page} />
      {tree.behind && <StaleBar {...tree.behind} onRetry={page.refresh} />}
      {cut.node && (
        <div role="status">
          <Bar icon={IconScissors}>{t('tree.cut', { name: cut.node.name })}</Bar>
        </div>
      )}
      <div className={classes.split}>
        <Lines {...props} page={page} />
        <Chosen {...props} page={page} />
      </div>
      <OpenDialog {...props} page={page} />
      {page.treeActions.question}
    </>
  )
}

/** The tree, or a notice in its place. */
function Lines<N extends TreeNode>(props: ShownProps<N>) {
  const { columns, icon, note, page } = props
  const { tree, actionsOf, isPhone, setOpen, canChange } = page
  const { reasonAgainst, move } = page.treeActions
  const { search, node } = page.state
  const matches = tree.found?.matches
  const rowStyle = useMemo(
    (): RowStyle<N> => ({
      columns,
      icon,
      words: search,
      matches,
      actions: actionsOf,
      ...(note && { note }),
      canDrag: canChange,
      isPhone,
      onMore: (node) => setOpen({ kind: 'more', node }),
    }),
    [columns, icon, note, search, matches, actionsOf, canChange, isPhone, setOpen],
  )
  const dropping = useMemo(() => {
    const drop = (node: N, parent: Parent) => void move(node, parent)
    return canChange ? { reasonAgainst, drop } : undefined
  }, [canChange, reasonAgainst, move])
  if (tree.first) return <TreeSkeleton label={props.words.title} />
  if (tree.error || page.rows.length === 0) return <TreeNotice {...props} />
  return (
    <Tree
      label={props.words.title}
      rows={page.rows}
      rowStyle={rowStyle}
      chosen={node}
      cut={page.cut.node?.id ?? null}
      handlers={page.handlers}
      revealTarget={page.wanted}
      dropping={dropping}
      onFiles={canChange ? page.uploadFiles : undefined}
    />
  )
}

/** The panel of the selected node. */
function Chosen<N extends TreeNode>({ panel: Panel, page }: ShownProps<N>) {
  const { chosen, isPhone, actionsOf, tree, change } = page
  if (!Panel || (isPhone && !chosen)) return null
  const actions = chosen ? actionsOf(chosen) : []
  const path = chosen ? pathTo(tree.known, chosen.id).map(({ name }) => name) : []
  return (
    <TreePanel isPhone={isPhone} name={chosen?.name} actions={actions} onClose={() => change({ node: null })}>
      {chosen && <Panel node={chosen} path={path} actions={actions} />}
    </TreePanel>
  )
}

/** The open dialog. */
function OpenDialog<N extends TreeNode>({ page, ...props }: ShownProps<N>) {
  const { open, close, treeActions, saved } = page
  const { form: Form, routes } = props
  const t = useTranslations()
  if (!open) return null
  const forms = { onClose: close, onSaved: saved }
  return (
    <>
      {open.kind === 'add' && <Form node={null} parent={open.parent} {...forms} />}
      {open.kind === 'edit' && <Form node={open.node} parent={null} {...forms} />}
      {open.kind === 'move' && (
        <FolderDialog
          title={t('tree.move_title')}
          subtitle={open.node.name}
          action={t('tree.move_here')}
          routes={routes}
          icon={props.icon}
          cut={open.node.id}
          hasTop
          reasonAgainst={(parent) => treeActions.reasonAgainst(open.node, parent)}
          onChoose={(parent) => void treeActions.move(open.node, parent)}
          onClose={close}
        />
      )}
      {open.kind === 'deleted' && (
        <DeletedDialog
          routes={routes}
          event={props.event}
          canRestore={page.canChange}
          onRestore={(node) => treeActions.restore(node, node.path.length > 0)}
          onClose={close}
        />
      )}
      {open.kind === 'more' && (
        <PhoneActions title={open.node.name} facts={[]} actions={page.actionsOf(open.node)} onClose={close} />
      )}
    </>
  )
}
