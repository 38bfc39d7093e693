import { createContext, use } from 'react'
import type { FormRecord } from './recordForm.ts'

/** Shows an added record in the list that the form belongs to; null when it cannot. */
export const ShowAddedContext = createContext<((row: FormRecord) => void) | null>(null)

/** The link of a snackbar to a new record. */
export function useSavedLink(isNew: boolean) {
  const show = use(ShowAddedContext)
  return (row: FormRecord) => (isNew && show ? { show: () => show(row) } : {})
}
