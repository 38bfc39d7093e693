import type { ColumnChoice } from '@kontor/contract/lib/lists/default-views'
import { useState } from 'react'
import type { ListViews } from './useListViews.ts'

/** The columns that are shown: the view's or those that its reader likes. */
export function useColumnChoice({ saved, columns, prefer }: ListViews, view: string | undefined) {
  const [draft, setDraft] = useState<{ view: string; columns: ColumnChoice | null } | null>(null)
  const own = saved.find(({ id }) => String(id) === view)
  const drafted = own && draft?.view === view ? draft : null
  return {
    saved: drafted ? drafted.columns : (own?.columns ?? columns),
    /** Whether the view was given other columns, which nobody has saved yet. */
    isDrafted: drafted !== null,
    choose: (next: ColumnChoice | null) =>
      own ? setDraft({ view: String(own.id), columns: next }) : prefer({ columns: next }),
    drop: () => setDraft(null),
  }
}
