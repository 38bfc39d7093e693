import { type ReactElement, useEffect, useState } from 'react'

type Change = (next: (dialogs: readonly ReactElement[]) => readonly ReactElement[]) => void

const nowhere: Change = () => {}
let change = nowhere

/** The dialogs of new secrets, over all screens: the one that asked for a secret may have been left since. */
export const shownSecret = {
  show: (dialog: ReactElement) => change((dialogs) => [...dialogs, dialog]),
  /** Closes the first one; the next is shown. */
  close: () => change((dialogs) => dialogs.slice(1)),
}

/** Renders the first of them, once in the app. What arrives on the sign-in page is not shown. */
export function ShownSecret() {
  const [dialogs, setDialogs] = useState<readonly ReactElement[]>([])
  useEffect(() => {
    change = setDialogs
    return () => {
      change = nowhere
    }
  }, [])
  return dialogs[0]
}
