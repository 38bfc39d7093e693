import type { Route } from '@kontor/contract/lib/http/route'
import { type ComponentType, createContext, type RefObject } from 'react'
import type { Choice } from './chosen.ts'
import type { Confirmation } from './useConfirmCall.ts'

/** A field whose records are found by typing, as the list under it knows it. */
export interface Typing {
  /** Of the list, whose options' ids begin with it. */
  id: string
  typed: string
  /** Enter was pressed before there was anything to take. */
  isEntered: boolean
  forget: () => void
  /** Around the field. */
  anchor: RefObject<HTMLDivElement | null>
  /** The list's keys, which the field hears; answers whether the key was one. */
  keys: RefObject<((key: string) => boolean) | null>
  /** Says which option is meant now. */
  point: (id: string | undefined) => void
  onBrowse: () => void
}

/** What a dialog gets that picks records for a field. */
export interface PickerDialogProps {
  /** One record or several. */
  single: boolean
  /** What is chosen so far. */
  first: readonly Choice[]
  onPick: (choices: Choice[]) => void
  onClose: () => void
  /** It is a list under this field instead, and `onPick` is told one record. */
  typing?: Typing
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

/** Resources that can be picked: the app names them, since components know none. */
// biome-ignore lint/suspicious/noEmptyInterface: the app fills it where it gives the pickers
export interface Pickable {}

/** The dialogs that pick, by the resource they pick from; each comes when it is first opened. */
export type Pickers = Readonly<Record<string, ComponentType<PickerDialogProps>>>
/** The app puts them in. */
export const PickersContext = createContext<Pickers>({})
