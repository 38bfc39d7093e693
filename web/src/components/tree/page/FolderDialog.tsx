import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { Button } from '@mantine/core'
import { IconArrowBarToUp, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { CancelButton } from '../../ui/dialog/FooterButtons.tsx'
import { PlainButton } from '../../ui/PlainButton.tsx'
import type { RowStyle } from '../rowStyle.ts'
import type { Parent, Row } from '../rows.ts'
import { Tree } from '../Tree.tsx'
import type { TreeHandlers } from '../useTreeKeys.ts'
import classes from './dialogs.module.css'
import { TreeSkeleton } from './TreeNotice.tsx'
import page from './treePage.module.css'
import type { TreeCalls } from './useTreeActions.tsx'
import { pathTo, useTreeRows } from './useTreeRows.ts'

interface FolderDialogProps<N extends TreeNode> {
  title: string
  subtitle?: string
  /** Label of the button. */
  action: string
  routes: TreeCalls<N>
  icon: RowStyle<N>['icon']
  /** Id of the node to move, if it is in the tree. */
  cut?: number
  /** Whether the root is a valid target. */
  hasTop?: boolean
  reasonAgainst?: (parent: Parent) => string | undefined
  /** `path` is the path of the folder by name. */
  onChoose: (parent: Parent, path: string) => void
  onClose: () => void
}

const NO_EXTRAS = [] as const

/** Picks a target folder: for keyboards, and for touch in long trees. */
export function FolderDialog<N extends TreeNode>(props: FolderDialogProps<N>) {
  const { title, routes, icon, onChoose, onClose } = props
  const t = useTranslations()
  const [target, setTarget] = useState<Parent | undefined>(undefined)
  const { tree, rows, search, setSearch, handlers } = useFolders(routes)
  const reason = target === undefined ? t('tree.move_none') : props.reasonAgainst?.(target)
  const move = () => {
    if (target === undefined || reason) return
    onClose()
    onChoose(target, targetPath ?? '')
  }
  const known = target ? tree.known.get(target) : undefined
  const targetPath = known && [...pathTo(tree.known, known.id), known].map(({ name }) => name).join(' › ')
  const rowStyle: RowStyle<N> = {
    columns: [],
    icon,
    words: search,
    matches: tree.found?.matches,
    actions: () => [],
    canDrag: false,
  }
  return (
    <Dialog
      title={title}
      subtitle={props.subtitle}
      width={560}
      tall
      onClose={onClose}
      note={reason ?? targetPath ?? t('tree.top')}
      buttons={
        <>
          <CancelButton onClick={onClose} />
          <Button size="md" disabled={reason !== undefined} onClick={move}>
            {props.action}
          </Button>
        </>
      }
    >
      <Head
        isTop={target === null}
        onSearch={setSearch}
        onTop={props.hasTop ? () => setTarget(null) : undefined}
      />
      <div className={classes.pick}>
        {tree.first && <TreeSkeleton label={title} />}
        {!tree.first && rows.length === 0 && <NoFolder search={search} />}
        {!tree.first && rows.length > 0 && (
          <Tree
            label={title}
            rows={rows}
            rowStyle={rowStyle}
            chosen={target ?? null}
            cut={props.cut ?? null}
            handlers={{ ...handlers, choose: ({ id }) => setTarget(id), run: move }}
            revealTarget={null}
          />
        )}
      </div>
    </Dialog>
  )
}

function NoFolder({ search }: { search: string }) {
  const t = useTranslations()
  return (
    <p className={classes.empty}>{search ? t('tree.nothing_found', { text: search }) : t('tree.no_data')}</p>
  )
}

/** The folders of a tree, with expansion and search local to this dialog. */
function useFolders<N extends TreeNode>(routes: TreeCalls<N>) {
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set<number>())
  const state = useMemo(() => ({ search, opened, node: null, folder: null }), [search, opened])
  const tree = useTreeRows(routes, state, NO_EXTRAS)
  const rows = useMemo(() => foldersOf(tree.rows), [tree.rows])
  const handlers: Omit<TreeHandlers<N>, 'choose' | 'run'> = {
    toggle: ({ id }) =>
      tree.found ? tree.turn(id) : setOpened((last) => last.symmetricDifference(new Set([id]))),
    openSiblings: ({ parent_id }) => {
      const inside = tree.levels.get(parent_id)?.nodes ?? []
      setOpened((last) => last.union(new Set(inside.map(({ id }) => id))))
    },
    retry: tree.retry,
    forget: () => false,
  }
  return { tree, rows, search, setSearch, handlers }
}

interface HeadProps {
  isTop: boolean
  onSearch: (search: string) => void
  onTop: (() => void) | undefined
}

function Head({ isTop, onSearch, onTop }: HeadProps) {
  const t = useTranslations()
  return (
    <div className={classes.pickHead}>
      <span className={page.search}>
        <IconSearch size={16} aria-hidden />
        <input
          type="search"
          data-autofocus
          maxLength={200}
          placeholder={t('tree.move_search')}
          aria-label={t('tree.move_search')}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && onSearch(currentTarget.value.trim())}
        />
        <kbd aria-hidden>Enter</kbd>
      </span>
      {onTop && (
        <PlainButton icon={IconArrowBarToUp} aria-pressed={isTop} onClick={onTop}>
          {t('tree.top')}
        </PlainButton>
      )}
    </div>
  )
}

/** The folders only, with recounted levels. */
function foldersOf<N extends TreeNode>(rows: readonly Row<N>[]): Row<N>[] {
  const folders = rows.filter((row) => row.kind !== 'node' || !row.node.is_item)
  const siblings = Map.groupBy(folders, (row) => (row.kind === 'node' ? row.node.parent_id : undefined))
  return folders.map((row) => {
    if (row.kind !== 'node') return row
    const among = siblings.get(row.node.parent_id) ?? []
    return { ...row, position: among.indexOf(row) + 1, of: among.length }
  })
}
