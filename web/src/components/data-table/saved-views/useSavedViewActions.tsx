import type { ColumnChoice } from '@kontor/contract/lib/lists/default-views'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { type SavedView, views } from '@kontor/contract/lib/lists/saved-views'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useExclusiveCall } from '../../../lib/api/useExclusiveCall.ts'
import { useConfirm } from '../../ui/dialog/useConfirm.tsx'
import { type ListState, ownSize, type ViewPreferences } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'
import type { FilterForm } from '../toolbar/useFilterForm.ts'
import { type SavedViewsOfList, sentColumns } from './useSavedViews.ts'

/**
 * What a view stores of a state: filters and order, and columns and page size where they differ from the
 * list's.
 */
export const savedStateOf = (
  state: ListState,
  list: ListDefinition,
  columns: ColumnChoice | null,
  preferences: ViewPreferences,
) => ({
  filters: { ...state.filters },
  search: state.search,
  sort:
    state.by === list.sort.by && state.desc === list.sort.desc ? null : { by: state.by, desc: state.desc },
  columns: sentColumns(columns),
  size: state.size === ownSize(list, preferences) ? null : state.size,
})

interface Shown {
  listViews: SavedViewsOfList
  list: ListDefinition
  state: ListState
  onChange: ChangeList
  columns: { saved: ColumnChoice | null; drop: () => void }
  form: Pick<FilterForm, 'apply'>
}

/** The actions of the current view that need no dialog. */
export function useSavedViewActions(
  { listViews, list, state, onChange, columns, form }: Shown,
  current: SavedView | undefined,
) {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const update = useApiMutation(views.update, { success: t('view.saved'), onDone: columns.drop })
  const send = useExclusiveCall(update.mutate)
  const removal = useApiMutation(views.remove, {
    success: t('view.removed'),
    onDone: () => onChange({ ...state, view: '' }),
  })
  return {
    question: current ? question : null,
    save: ({ id, name, is_shared, version }: SavedView) => {
      const applied = form.apply()
      if (!applied) return
      send({
        params: { id: String(id) },
        body: {
          name,
          is_shared,
          version,
          ...savedStateOf(applied, list, columns.saved, listViews.preferences),
        },
      })
    },
    remove: async ({ id, name, is_shared }: SavedView) => {
      const title = t('view.remove_ask', { name })
      const text = is_shared ? { text: t('view.remove_shared') } : {}
      if (await confirm({ title, ...text, action: t('view.remove'), danger: true }))
        removal.mutate({ params: { id: String(id) } })
    },
  }
}
