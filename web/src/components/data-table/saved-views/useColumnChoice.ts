import type { ColumnChoice } from '@kontor/contract/lib/lists/default-views'
import { useState } from 'react'
import type { SavedViewsOfList } from './useSavedViews.ts'

/** The visible columns: those of a saved view, the user's own choice, or those of a built-in view. */
export function useColumnChoice({ saved, columns, prefer, preferences }: SavedViewsOfList, view = '') {
  const [draft, setDraft] = useState<{ view: string; columns: ColumnChoice | null } | null>(null)
  const savedView = saved.find(({ id }) => String(id) === view)
  const drafted = savedView && draft?.view === view ? draft : null
  return {
    saved: drafted
      ? drafted.columns
      : (savedView?.columns ?? columns ?? preferences.of(view)?.columns ?? null),
    /** Whether the view's columns were changed and not saved. */
    isDrafted: drafted !== null,
    choose: (next: ColumnChoice | null) =>
      savedView ? setDraft({ view: String(savedView.id), columns: next }) : prefer({ columns: next }),
    drop: () => setDraft(null),
  }
}
