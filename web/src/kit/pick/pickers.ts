import { type ComponentType, createContext } from 'react'
import type { Choice } from './ChosenInput.tsx'

/** What a dialog gets that picks records for a field. */
export interface PickerDialogProps {
  /** One record or several. */
  single: boolean
  /** What is chosen so far. */
  first: readonly Choice[]
  onPick: (choices: Choice[]) => void
  onClose: () => void
}

/** Resources that can be picked: the app names them, since the kit knows none. */
// biome-ignore lint/suspicious/noEmptyInterface: the app fills it where it gives the pickers
export interface Pickable {}

/** The dialogs that pick, by the resource they pick from; each comes when it is first opened. */
export type Pickers = Readonly<Record<string, ComponentType<PickerDialogProps>>>
/** The app puts them in. */
export const PickersContext = createContext<Pickers>({})
