import type { Route } from '@kontor/contract/lib/http/route'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { useSearch } from '@tanstack/react-router'
import { FallbackContext, lazyPart } from '../../../lib/router/lazyPart.tsx'
import type { ListState } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'
import type { useColumnChoice } from './useColumnChoice.ts'
import type { ListViews } from './useListViews.ts'
import classes from './Views.module.css'

const GoneView = lazyPart(() => import('./ViewNotices.tsx'), 'GoneView')
/** Shown instead of a list that is filtered by columns the user may not see. */
export const Withheld = lazyPart(() => import('./ViewNotices.tsx'), 'WithheldView')
const ViewTabs = lazyPart(() => import('./ViewTabs.tsx'), 'ViewTabs')

interface ViewsProps {
  listViews: ListViews
  list: ListDefinition
  rows: Route
  page: {
    chosen: ReturnType<typeof useColumnChoice>
    shared: {
      title: string
      state: ListState
      onChange: ChangeList
      data: { total: number; first: boolean; stale: boolean }
      named: string
    }
  }
}

/** The views above a list, if it has any. Their height is reserved while the code loads. */
export function Views({ listViews, list, rows, page: { chosen, shared } }: ViewsProps) {
  const { title, state, onChange, data, named } = shared
  const { view }: { view?: unknown } = useSearch({ strict: false })
  if (!listViews.hasTabs) return null
  const isGone = view !== undefined && state.view === undefined && listViews.isLoaded
  return (
    <>
      <FallbackContext value={<div className={classes.tabs} />}>
        <ViewTabs
          listViews={listViews}
          list={list}
          rows={rows}
          title={title}
          state={state}
          onChange={onChange}
          columns={chosen}
          named={named}
          total={data.total}
          isAwaited={data.first || data.stale}
        />
      </FallbackContext>
      {isGone && <GoneView onClose={() => onChange(state)} />}
    </>
  )
}
