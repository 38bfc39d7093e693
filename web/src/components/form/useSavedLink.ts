import { createContext, use } from 'react'
import type { FormRow } from './recordForm.ts'

/** How the list that a form belongs to leads to a record that was added; null where it cannot. */
export const ShowAddedContext = createContext<((row: FormRow) => void) | null>(null)

/** The link of a snackbar to a new record. */
export function useSavedLink(isNew: boolean) {
  const show = use(ShowAddedContext)
  return (row: FormRow) => (isNew && show ? { show: () => show(row) } : {})
}
