import type { KeyboardEvent, ReactNode } from 'react'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { ActiveLayerContext, useActiveLayer } from '../../../lib/shortcuts/activeLayer.ts'
import classes from './Dialog.module.css'
import { useEscape } from './useEscape.ts'
import { useFocusReturn } from './useFocusReturn.ts'

export interface DialogProps {
  title: string
  /** Subtitle: what the dialog is about. */
  subtitle?: ReactNode
  /** Buttons in the header, before the close button. */
  tools?: ReactNode
  /** Pixels; on phones the dialog fills the screen. */
  width?: number
  /** A short dialog that does not fill a phone's screen, so that its buttons do not cover the navigation. */
  brief?: boolean
  /** On phones a bottom sheet, as high as its content. */
  sheet?: boolean
  /** Left and right of the footer: a note, and the buttons. */
  note?: ReactNode
  buttons?: ReactNode
  /** Its content is being saved, and takes no input. */
  isBusy?: boolean
  onClose: () => void
  /** Fills the available height, so that changing content does not move the layout. */
  tall?: boolean
  /** Full screen at every size. */
  full?: boolean
  /** Called with keys pressed in the dialog and in the ones that it opens, before what has the focus. */
  onKey?: (event: KeyboardEvent<HTMLElement>) => void
  /** The content has its own header with title and close button. */
  ownHead?: boolean
  children: ReactNode
}

// Loaded with the first dialog: it is a third of a list's code.
const DialogFrame = lazyPart(() => import('./DialogFrame.tsx'), 'DialogFrame')

/** A dialog with header, scrolling body and footer. It traps the focus and restores it. */
export function Dialog(props: DialogProps) {
  useFocusReturn()
  useEscape(props.onClose)
  return (
    <ActiveLayerContext value={useActiveLayer()}>
      <DialogFrame {...props} />
    </ActiveLayerContext>
  )
}

/** The padded body of most dialogs; tables omit it to reach the edges. */
export const DialogBody = ({ children }: { children: ReactNode }) => (
  <div className={classes.padded}>{children}</div>
)
