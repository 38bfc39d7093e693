import { type ReactElement, useEffect, useState } from 'react'

type Show = (dialog: ReactElement | null) => void

const nowhere: Show = () => {}
let show = nowhere

/** The dialog of a new secret, over all screens: the one that asked for it may have been left since. */
export const shownSecret = {
  show: (dialog: ReactElement) => show(dialog),
  close: () => show(null),
}

/** Renders it, once in the app. What arrives after the sign-out is not shown. */
export function ShownSecret() {
  const [dialog, setDialog] = useState<ReactElement | null>(null)
  useEffect(() => {
    show = setDialog
    return () => {
      show = nowhere
    }
  }, [])
  return dialog
}
