import { createContext } from 'react'
import type { FormRow } from './recordForm.ts'

/** How the list that a form belongs to leads to a record that was added; null where it cannot. */
export const ShowAddedContext = createContext<((row: FormRow) => void) | null>(null)
