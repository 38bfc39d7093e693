import type { Route } from '@kontor/contract/lib/http/route'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { useSearch } from '@tanstack/react-router'
import { FallbackContext, lazyPart } from '../../../lib/router/lazyPart.tsx'
import type { ListState } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'
import type { FilterForm } from '../toolbar/useFilterForm.ts'
import classes from './SavedViews.module.css'
import type { useColumnChoice } from './useColumnChoice.ts'
import type { SavedViewsOfList } from './useSavedViews.ts'

const GoneView = lazyPart(() => import('./SavedViewNotices.tsx'), 'GoneView')
/** Shown instead of a list that is filtered by columns the user may not see. */
export const Withheld = lazyPart(() => import('./SavedViewNotices.tsx'), 'WithheldView')
const SavedViewTabs = lazyPart(() => import('./SavedViewTabs.tsx'), 'SavedViewTabs')

interface SavedViewsProps {
  listViews: SavedViewsOfList
  list: ListDefinition
  listRoute: Route
  page: {
    chosen: ReturnType<typeof useColumnChoice>
    shared: {
      title: string
      state: ListState
      onChange: ChangeList
      data: { total: number; isLoading: boolean; isPlaceholderData: boolean }
      filterSummary: string
      form: FilterForm
    }
  }
}

/** The views above a list, if it has any. Their height is reserved while the code loads. */
export function SavedViews({ listViews, list, listRoute, page: { chosen, shared } }: SavedViewsProps) {
  const { title, state, onChange, data, filterSummary, form } = shared
  const { view }: { view?: unknown } = useSearch({ strict: false })
  if (!listViews.hasTabs) return null
  const isGone = view !== undefined && state.view === undefined && listViews.isLoaded
  return (
    <>
      <FallbackContext value={<div className={classes.tabs} />}>
        <SavedViewTabs
          listViews={listViews}
          list={list}
          listRoute={listRoute}
          title={title}
          state={state}
          onChange={onChange}
          columns={chosen}
          filterSummary={filterSummary}
          form={form}
          total={data.total}
          isAwaited={data.isLoading || data.isPlaceholderData}
        />
      </FallbackContext>
      {isGone && <GoneView onClose={() => onChange(state)} />}
    </>
  )
}
