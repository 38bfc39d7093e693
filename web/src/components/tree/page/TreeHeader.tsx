import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { IconArrowLeft, IconFilterOff, IconRefresh, IconSearch, IconTrashOff } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useListShortcuts } from '../../../lib/shortcuts/useListShortcuts.ts'
import { AddRecordButton } from '../../data-table/toolbar/AddRecordButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import input from '../../ui/input.module.css'
import { PageHeader } from '../../ui/page-header/PageHeader.tsx'
import classes from './treePage.module.css'
import type { TreePageProps } from './treePageProps.ts'
import { clearSearch, type useTreePage } from './useTreePage.ts'

type TreeHeadProps<N extends TreeNode> = TreePageProps<N> & { page: ReturnType<typeof useTreePage<N>> }

/** The header of a tree: title, counts, search and tools. The primary button is the rightmost. */
export function TreeHeader<N extends TreeNode>(props: TreeHeadProps<N>) {
  const { words, page, tools } = props
  const t = useTranslations()
  const { state, canChange, isPhone, folder } = page
  const search = useRef<HTMLInputElement>(null)
  // The current folder on phones; with the whole tree on screen the root, because folders have a button of
  // their own.
  const currentFolder = isPhone ? folder : undefined
  const add = canChange ? { label: words.add, run: () => page.add(currentFolder ?? null) } : undefined
  useListShortcuts({ search, add, onRefresh: page.refresh })
  return (
    <>
      <PageHeader title={words.title} count={<NodeCount {...props} />}>
        <SearchField {...props} field={search} />
        {state.search !== '' && (
          <IconButton icon={IconFilterOff} label={t('tree.clear')} onClick={() => clearSearch(page)} />
        )}
        <IconButton icon={IconRefresh} label={t('table.refresh')} keys="r" onClick={page.refresh} />
        <IconButton
          icon={IconTrashOff}
          label={t('tree.deleted')}
          onClick={() => page.setOpen({ kind: 'deleted' })}
        />
        {tools}
        {add && <AddRecordButton add={add} hasShortcut />}
      </PageHeader>
      {isPhone && folder && state.search === '' && <Breadcrumbs {...props} />}
    </>
  )
}

/** The number of nodes, or of search results. */
const NodeCount = <N extends TreeNode>(props: TreeHeadProps<N>) => (
  <span className={classes.nodes}>{useNodeCount(props)}</span>
)

function useNodeCount<N extends TreeNode>({ words, page: { tree } }: TreeHeadProps<N>) {
  const t = useTranslations()
  const { found, counts } = tree
  if (tree.first || tree.error) return null
  const shown = found?.matches.size ?? 0
  if (!found) return counts && words.counts(counts)
  return shown < found.total
    ? t('tree.found_some', { shown, count: found.total })
    : t('tree.found', { count: found.total })
}

/** The search field: Enter searches, Escape clears the search. */
function SearchField<N extends TreeNode>({
  words,
  page,
  field,
}: TreeHeadProps<N> & { field: RefObject<HTMLInputElement | null> }) {
  const { search } = page.state
  useEffect(() => {
    if (field.current) field.current.value = search
  }, [search, field])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    if (event.key === 'Escape' && (search !== '' || value !== '')) {
      event.preventDefault()
      if (!clearSearch(page)) event.currentTarget.value = ''
    }
    if (event.key !== 'Enter') return
    if (value.trim() === '') clearSearch(page)
    else page.change({ search: value.trim() }, { step: true })
  }
  return (
    <span className={classes.search}>
      <IconSearch size={16} aria-hidden />
      <input
        ref={field}
        type="search"
        className={input.input}
        defaultValue={search}
        data-on={search ? '' : undefined}
        maxLength={200}
        placeholder={words.search}
        aria-label={words.search}
        title={`${words.search} (/)`}
        aria-keyshortcuts="/"
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden>Enter</kbd>
    </span>
  )
}

/** On phones: the current folder, with a link to its parent. */
function Breadcrumbs<N extends TreeNode>({ words, page: { path, folder, change } }: TreeHeadProps<N>) {
  const t = useTranslations()
  const up = path.at(-1)
  const name = up?.name ?? words.title
  return (
    <nav className={classes.breadcrumbs} aria-label={t('tree.path')}>
      <IconButton
        icon={IconArrowLeft}
        label={t('tree.back', { name })}
        onClick={() => change({ folder: up?.id ?? null, node: null }, { step: true })}
      />
      <span>
        <small>{[words.title, ...path.map((one) => one.name)].join(' › ')}</small>
        <b>{folder?.name}</b>
      </span>
    </nav>
  )
}
