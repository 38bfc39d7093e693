import type { Route } from '@kontor/contract/lib/http/route'
import { type ColumnChoice, defaultViews } from '@kontor/contract/lib/lists/default-views'
import { filterColumn, type ListDefinition } from '@kontor/contract/lib/lists/list'
import type { SavedView } from '@kontor/contract/lib/lists/saved-views'
import { type KeyboardEvent, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { inNextFrame } from '../../../lib/layout/nextFrame.ts'
import { digitKeys, useShortcuts } from '../../../lib/shortcuts/useShortcuts.ts'
import { InlineContext } from '../inline-edit/InlineEditing.ts'
import { baseOf, differs, type ListState, viewShown } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'
import type { FilterForm } from '../toolbar/useFilterForm.ts'
import { SavedViewDialog } from './SavedViewDialog.tsx'
import classes from './SavedViewTabs.module.css'
import { useSavedViewActions } from './useSavedViewActions.tsx'
import type { SavedViewsOfList } from './useSavedViews.ts'
import { useViewTotals } from './useViewTotals.ts'
import { ViewActions, type ViewActionsProps, ViewMenu } from './ViewActions.tsx'

interface SavedViewTabsProps {
  title: string
  listViews: SavedViewsOfList
  list: ListDefinition
  listRoute: Route
  state: ListState
  onChange: ChangeList
  /** Number of rows that match now. */
  total: number
  /** The rows are loading. */
  isAwaited: boolean
  columns: { saved: ColumnChoice | null; isDrafted: boolean; drop: () => void }
  /** The filters in words. */
  filterSummary: string
  form: FilterForm
}

/** The views of a list as tabs, each with its number of rows, and the actions of the current one. */
export function SavedViewTabs(props: SavedViewTabsProps) {
  const { title, listViews, list, state, columns } = props
  const t = useTranslations()
  const nav = useRef<HTMLElement>(null)
  const current = viewShown(state, list)
  const saved = listViews.saved.find(({ id }) => String(id) === current)
  const [dialog, setDialog] = useState<'new' | 'rename' | null>(null)
  const actions = useSavedViewActions(props, saved)
  const setCreated = useOpenCreatedView(props)
  // Scrolls the current tab into view on narrow screens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current tab changes
  useEffect(
    () =>
      inNextFrame(() =>
        nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
      ),
    [current],
  )
  const open = (view: string) => {
    columns.drop()
    props.onChange(stateOf(listViews, list, view))
  }
  const shown = {
    ...props,
    current,
    saved,
    isChanged: isChangedFrom(props, saved),
    actions,
    open,
    openDialog: (next: 'new' | 'rename') => {
      if (next === 'rename' || props.form.apply()) setDialog(next)
    },
  }
  return (
    <div className={classes.bar}>
      <nav
        ref={nav}
        className={classes.tabs}
        aria-label={t('view.of', { title })}
        onKeyDown={(event) => go(event, nav.current)}
      >
        <TabList {...shown} />
      </nav>
      <ViewActions {...shown} />
      {dialog && (
        <SavedViewDialog
          listViews={listViews}
          list={list}
          state={state}
          view={dialog === 'rename' ? saved : undefined}
          columns={columns.saved}
          suggestion={props.filterSummary}
          onSaved={(id) => {
            if (dialog !== 'new') return
            columns.drop()
            setCreated(id)
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {actions.question}
    </div>
  )
}

/** Opens a view that was just created, once it is in the list. */
function useOpenCreatedView({ listViews, state, onChange }: SavedViewTabsProps) {
  const [created, setCreated] = useState<number | null>(null)
  const isListed = listViews.saved.some(({ id }) => id === created)
  const onLoaded = useEffectEvent(() => {
    onChange({ ...state, view: String(created) })
    setCreated(null)
  })
  useEffect(() => {
    if (isListed) onLoaded()
  }, [isListed])
  return setCreated
}

interface ShownProps extends SavedViewTabsProps, ViewActionsProps {
  /** Null when the rows are those of no view. */
  current: string | null
}

/** Whether the list differs from its view. */
function isChangedFrom(
  { state, list, listViews, columns }: SavedViewTabsProps,
  saved: SavedView | undefined,
) {
  if (!state.view) return false
  return (
    differs(state, list, listViews.preferences) ||
    columns.isDrafted ||
    (!!saved?.size && saved.size !== state.size)
  )
}

function TabList(props: ShownProps) {
  const { listViews, list, listRoute, total, isAwaited, current, saved, isChanged, open } = props
  const t = useTranslations()
  const { integer } = useFormat()
  const tabs = useTabs(listViews, list)
  const names = useMemo(() => tabs.map(({ key }) => key), [tabs])
  const totals = useViewTotals(listViews, list, listRoute, names, isAwaited ? -1 : total)
  const isInline = use(InlineContext) !== null
  useShortcuts(
    tabs.slice(0, digitKeys.length).map(({ key, label }, at) => ({
      key: digitKeys[at] ?? '',
      label: t('view.key', { number: String(at + 1), name: label }),
      run: () => open(key),
      // Read with each key: after an inline edit the focus is on a row, where a digit is the next value. Unsaved
      // changes of a view are not lost by a key.
      get when() {
        return !isChanged && !(isInline && document.activeElement?.closest('tbody'))
      },
    })),
    'list',
  )
  return tabs.map(({ key, label }) => {
    const isCurrent = key === current
    const isOnScreen = isCurrent && current !== '' && !isChanged && !isAwaited
    const count = isOnScreen ? total : totals[key]
    return (
      <span key={key} className={classes.tab} data-current={isCurrent || undefined}>
        <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={() => open(key)}>
          {label}
          {typeof count === 'number' && <span className={classes.count}>{integer(count)}</span>}
          {isCurrent && isChanged && (
            <span className={classes.dot} role="img" aria-label={t('view.changed')} />
          )}
        </button>
        {isCurrent && saved && <ViewMenu {...props} saved={saved} />}
      </span>
    )
  })
}

/**
 * The tabs: all rows, the list's built-in views, then saved ones. Shared views that filter by unavailable
 * columns are left out.
 */
function useTabs(listViews: SavedViewsOfList, list: ListDefinition) {
  const { locale } = useLanguage()
  const t = useTranslations()
  return useMemo(
    () => [
      { key: '', label: t('view.all', { gender: list.gender }) },
      ...Object.entries(defaultViews(list)).map(([key, { label }]) => ({ key, label: label[locale] })),
      ...listViews.saved
        .filter(
          ({ is_own, filters }) => is_own || Object.keys(filters).every((key) => filterColumn(list, key)),
        )
        .map(({ id, name }) => ({ key: String(id), label: name })),
    ],
    [listViews.saved, list, locale, t],
  )
}

/** The state of a view at page 1; without a view the default state of the user. */
function stateOf(listViews: SavedViewsOfList, list: ListDefinition, view: string): Partial<ListState> {
  const base = baseOf(list, view, listViews.preferences)
  const size = listViews.preferences.of(view)?.size ?? listViews.preferences.size ?? list.size
  return { ...base, view, size: list.sizes.includes(size) ? size : list.size }
}

/** Arrow keys, Home and End move between the tabs; Enter opens one. */
function go(event: KeyboardEvent, nav: HTMLElement | null) {
  const tabs = [...(nav?.querySelectorAll<HTMLElement>(':scope > span > button:first-child') ?? [])]
  const at = tabs.findIndex((tab) => tab.matches(':focus'))
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  tabs.at(to % tabs.length)?.focus()
}
