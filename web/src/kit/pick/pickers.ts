import type { Route } from '@kontor/contract/kit/api/route'
import { type ComponentType, createContext } from 'react'
import type { Choice } from './ChosenInput.tsx'
import type { Confirmation } from './useConfirmCall.ts'

/** What a dialog gets that picks records for a field. */
export interface PickerDialogProps {
  /** One record or several. */
  single: boolean
  /** What is chosen so far. */
  first: readonly Choice[]
  onPick: (choices: Choice[]) => void
  onClose: () => void
  /** Above the list, when it is not the resource's own. */
  title?: string
  /** Sends what was picked before it closes. */
  confirmation?: Confirmation<Route>
  /** Records that are chosen already, and stay so. */
  there?: ReadonlySet<number>
  /** All that the filters find, taken by a button of their own. */
  all?: {
    label: (count: number) => string
    run: (filters: Readonly<Record<string, string>>, count: number) => void
  }
}

/** Resources that can be picked: the app names them, since the kit knows none. */
// biome-ignore lint/suspicious/noEmptyInterface: the app fills it where it gives the pickers
export interface Pickable {}

/** The dialogs that pick, by the resource they pick from; each comes when it is first opened. */
export type Pickers = Readonly<Record<string, ComponentType<PickerDialogProps>>>
/** The app puts them in. */
export const PickersContext = createContext<Pickers>({})
