import { createContext, use } from 'react'
import type { FormRow } from './recordForm.ts'

/** How the list that a form belongs to leads to a record that was added; null where it cannot. */
export const ShowAddedContext = createContext<((row: FormRow) => void) | null>(null)

/** What a snackbar says beside its text of a record that was saved: the way to one that is new. */
export function useSavedLink(isNew: boolean) {
  const show = use(ShowAddedContext)
  return (row: FormRow) => (isNew && show ? { show: () => show(row) } : {})
}
