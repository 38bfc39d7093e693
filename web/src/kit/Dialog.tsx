import { useWindowEvent } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import classes from './Dialog.module.css'

export interface DialogProps {
  title: string
  /** Beside the title: what the dialog is about. */
  about?: ReactNode
  /** Buttons in the head, before the one that closes. */
  tools?: ReactNode
  /** Pixels; a phone's dialog fills the screen. */
  width?: number
  /** A question of a few words, which fills no screen: behind its button must not lie the phone's navigation. */
  brief?: boolean
  /** Left and right in the foot: what there is to know, and the buttons. */
  note?: ReactNode
  buttons?: ReactNode
  onClose: () => void
  /** Fills the height that there is, so that nothing jumps while the content changes. */
  tall?: boolean
  /** Fills the screen everywhere. */
  full?: boolean
  children: ReactNode
}

// A third of what a list needs: it comes with the first dialog that is opened.
const DialogFrame = lazy(async () => ({ default: (await import('./DialogFrame.tsx')).DialogFrame }))

/** A dialog with a head, a body that scrolls and a foot. Focus goes in, stays in and comes back. */
export function Dialog(props: DialogProps) {
  useFocusReturn()
  useEscape(props.onClose)
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  )
}

/** The padded body of most dialogs; tables in a dialog go to its edges without it. */
export const DialogBody = ({ children }: { children: ReactNode }) => (
  <div className={classes.padded}>{children}</div>
)

/** Mantine gives the focus back when a dialog is closed; ours are taken away, so that they begin anew each time. */
function useFocusReturn() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}

/** The open dialogs, the one in front last. */
const openDialogs: symbol[] = []

/** Escape closes the dialog in front and no other. */
function useEscape(onClose: () => void) {
  const [own] = useState(() => Symbol('dialog'))
  useEffect(() => {
    openDialogs.push(own)
    return () => void openDialogs.splice(openDialogs.indexOf(own), 1)
  }, [own])
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
    if (openDialogs.at(-1) !== own) return
    event.preventDefault() // the next dialog is in front as soon as this one is gone, and hears the same key
    onClose()
  })
}
