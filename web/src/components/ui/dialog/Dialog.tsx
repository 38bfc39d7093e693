// What stands over a screen, asks, and gives the focus back.
import type { ReactNode } from 'react'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { ActiveLayerContext, useActiveLayer } from '../../../lib/shortcuts/activeLayer.ts'
import classes from './Dialog.module.css'
import { useEscape } from './useEscape.ts'
import { useFocusReturn } from './useFocusReturn.ts'

export interface DialogProps {
  title: string
  /** Beside the title: what the dialog is about. */
  about?: ReactNode
  /** Buttons in the head, before the one that closes. */
  tools?: ReactNode
  /** Pixels; a phone's dialog fills the screen. */
  width?: number
  /** A few words to be answered, which fill no screen: behind their button must not lie the phone's navigation. */
  brief?: boolean
  /** On a phone it rises from the lower edge, as high as what is in it. */
  sheet?: boolean
  /** Left and right in the foot: what there is to know, and the buttons. */
  note?: ReactNode
  buttons?: ReactNode
  onClose: () => void
  /** Fills the height that there is, so that nothing jumps while the content changes. */
  tall?: boolean
  /** Fills the screen everywhere. */
  full?: boolean
  /** What is in it has a head with the title and a button that closes. */
  ownHead?: boolean
  children: ReactNode
}

// A third of what a list needs: it comes with the first dialog that is opened.
const DialogFrame = lazyPart(() => import('./DialogFrame.tsx'), 'DialogFrame')

/** A dialog with a head, a body that scrolls and a foot. Focus goes in, stays in and comes back. */
export function Dialog(props: DialogProps) {
  useFocusReturn()
  useEscape(props.onClose)
  return (
    <ActiveLayerContext value={useActiveLayer()}>
      <DialogFrame {...props} />
    </ActiveLayerContext>
  )
}

/** The padded body of most dialogs; tables in a dialog go to its edges without it. */
export const DialogBody = ({ children }: { children: ReactNode }) => (
  <div className={classes.padded}>{children}</div>
)
