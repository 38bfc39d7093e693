import { type ComponentType, createContext, type RefObject } from 'react'
import type { PickedRecord } from './chosen.ts'

/** A field with suggestions, as its list sees it. */
export interface Typing {
  /** Id of the list, and prefix of its options' ids. */
  id: string
  typed: string
  /** Enter or Tab was pressed before the results arrived. */
  isEntered: boolean
  /** Tab was pressed before the results arrived: the list is hidden, and closes when they are there. */
  leave: () => void
  isShown: boolean
  forget: () => void
  /** Element around the field. */
  anchor: RefObject<HTMLDivElement | null>
  /** Key handler of the list, called by the field; returns whether it handled the key. */
  keys: RefObject<((key: string) => boolean) | null>
  /** Sets the id of the active option. */
  point: (id: string | undefined) => void
  onBrowse: () => void
}

/** Props of a dialog that picks records for a field. */
export interface PickerDialogProps {
  /** One record or several. */
  single: boolean
  /** The current choice. */
  first: readonly PickedRecord[]
  onPick?: (choices: PickedRecord[]) => void
  onClose: () => void
  /** Renders suggestions below this field instead of a dialog; `onPick` then gets one record. */
  typing?: Typing
  /** Title, when it is not the resource's name. */
  title?: string
  /**
   * Saves the selection: resolves with whether the dialog may close. When it fails, the error is shown and the dialog
   * keeps the selection.
   */
  save?: (ids: readonly number[]) => Promise<boolean>
  /** Ids of records that are already chosen and cannot be deselected. */
  lockedIds?: ReadonlySet<number>
  /** A button that takes all records that match the filters. */
  all?: {
    label: (count: number) => string
    run: (filters: Readonly<Record<string, string>>, count: number) => void
  }
}

/** Resources that can be picked. The app declares them, because components do not import features. */
// biome-ignore lint/suspicious/noEmptyInterface: the app declares its members where it provides the pickers
export interface Pickable {}

/** The picker dialogs by resource; each is loaded when first opened. */
export type Pickers = Readonly<Record<string, ComponentType<PickerDialogProps>>>
/** Provided by the app. */
export const PickersContext = createContext<Pickers>({})
