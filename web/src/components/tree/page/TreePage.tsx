// A tree as a screen: its head, its lines and what is done with them; all of where one is stands in the
// address.
import type { TreeCounts, TreeNode } from '@kontor/contract/lib/resources/tree'
import { IconScissors } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../../../lib/i18n/useTexts.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import type { PhoneActions as Actions } from '../../data-table/mobile/PhoneActions.tsx'
import { Bar } from '../../ui/Bar.tsx'
import { StaleBar } from '../../ui/StaleBar.tsx'
import type { ExtraRow, Parent } from '../rows.ts'
import { Tree, type TreeAction, type TreeColumn } from '../Tree.tsx'
import type { RowStyle } from '../TreeRow.tsx'
import { treeTexts } from '../texts.ts'
import type { TreeEvent } from '../useLevels.ts'
import type { DeletedDialog as Deleted } from './DeletedDialog.tsx'
import type { FolderDialog as Folder } from './FolderDialog.tsx'
import { TreeHead } from './TreeHead.tsx'
import { TreeNotice, TreeSkeleton } from './TreeNotice.tsx'
import { TreePanel } from './TreePanel.tsx'
import classes from './treePage.module.css'
import type { TreeCalls } from './useTreeActs.tsx'
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

/** What the form of a node gets: the node it changes, null to add one, and the folder that it is added to. */
export interface NodeFormProps<N> {
  node: N | null
  /** Null: the top. */
  parent: N | null
  onClose: () => void
  /** Goes to what was saved. */
  onSaved: (id: number) => void
}

/** What the panel of a node gets: the node, the names of the folders above it, and what can be done with it. */
export interface PanelProps<N> {
  node: N
  path: readonly string[]
  actions: readonly TreeAction[]
}

/** What a feature says about the screen of its tree. */
export interface TreePageProps<N extends TreeNode> {
  words: {
    title: string
    /** What is looked for, in the empty search field. */
    search: string
    counts: (counts: TreeCounts) => string
    add: string
    /** Adding into a folder. */
    addIn?: string
    empty: { title: string; text: string }
  }
  routes: TreeCalls<N>
  /** Tells whose levels have changed. */
  event: TreeEvent
  columns: readonly TreeColumn<N>[]
  icon: RowStyle<N>['icon']
  note?: RowStyle<N>['note']
  form: (props: NodeFormProps<N>) => ReactNode
  /** All nodes can be when absent. */
  canEdit?: (node: N) => boolean
  /** What can be done with a node beside what every tree does. */
  actions?: (node: N) => readonly TreeAction[]
  /** What is done with an item that is chosen already. */
  run?: (node: N) => void
  /** Why a node may not be put into a folder (null: the top), where the feature has rules of its own. */
  refuses?: (node: N, parent: N | null) => string | undefined
  /** What there is to know of the chosen node, beside the tree. */
  panel?: (props: PanelProps<N>) => ReactNode
  tools?: ReactNode
  /** Lines that are no nodes, such as files on their way. */
  extras?: readonly ExtraRow[]
  onFiles?: (files: DataTransfer, parent: Parent) => void
}

type Page<N extends TreeNode> = ReturnType<typeof useTreePage<N>>
type ShownProps<N extends TreeNode> = TreePageProps<N> & { page: Page<N> }

/** A whole tree screen. A feature says what its nodes are; how they are read, shown, found and moved is said here. */
export function TreePage<N extends TreeNode>(props: TreePageProps<N>) {
  const page = useTreePage(props)
  const t = useTexts(treeTexts)
  const { tree, cut } = page
  return (
    <>
      <TreeHead {...props} page={page} />
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
      {page.acts.question}
    </>
  )
}

/** The tree itself, or what stands in its place. */
function Lines<N extends TreeNode>(props: ShownProps<N>) {
  const { columns, icon, note, page } = props
  const { tree, actionsOf, isPhone, setOpen, canChange } = page
  const { refusal, move } = page.acts
  const { search, node } = page.state
  const matches = tree.found?.matches
  const look = useMemo(
    (): RowStyle<N> => ({
      ...{ columns, icon, words: search, matches, actions: actionsOf },
      ...(note && { note }),
      ...{ canDrag: canChange, isPhone, onMore: (node) => setOpen({ kind: 'more', node }) },
    }),
    [columns, icon, note, search, matches, actionsOf, canChange, isPhone, setOpen],
  )
  const dropping = useMemo(() => {
    const drop = (node: N, parent: Parent) => void move(node, parent)
    return canChange ? { refusal, drop } : undefined
  }, [canChange, refusal, move])
  if (tree.first) return <TreeSkeleton label={props.words.title} />
  if (tree.error || page.rows.length === 0) return <TreeNotice {...props} />
  return (
    <Tree
      label={props.words.title}
      rows={page.rows}
      look={look}
      chosen={node}
      cut={page.cut.node?.id ?? null}
      hands={page.hands}
      wanted={page.wanted}
      dropping={dropping}
      onFiles={canChange ? page.takeFiles : undefined}
    />
  )
}

/** What there is to know of the chosen node. */
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

/** The dialog that is open over the tree. */
function OpenDialog<N extends TreeNode>({ page, ...props }: ShownProps<N>) {
  const { open, close, acts, saved } = page
  const { form: Form, routes } = props
  const t = useTexts(treeTexts)
  if (!open) return null
  const forms = { onClose: close, onSaved: saved }
  return (
    <>
      {open.kind === 'add' && <Form node={null} parent={open.parent} {...forms} />}
      {open.kind === 'edit' && <Form node={open.node} parent={null} {...forms} />}
      {open.kind === 'move' && (
        <FolderDialog
          title={t('tree.move_title')}
          about={open.node.name}
          action={t('tree.move_here')}
          routes={routes}
          icon={props.icon}
          cut={open.node.id}
          hasTop
          refusal={(parent) => acts.refusal(open.node, parent)}
          onChoose={(parent) => void acts.move(open.node, parent)}
          onClose={close}
        />
      )}
      {open.kind === 'deleted' && (
        <DeletedDialog
          routes={routes}
          event={props.event}
          canRestore={page.canChange}
          onRestore={(node) => acts.restore(node, node.path.length > 0)}
          onClose={close}
        />
      )}
      {open.kind === 'more' && (
        <PhoneActions title={open.node.name} facts={[]} actions={page.actionsOf(open.node)} onClose={close} />
      )}
    </>
  )
}
