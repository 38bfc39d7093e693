import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { type UnsavedWork, unsaved } from '../../../lib/router/unsaved.ts'
import { formIsOpen } from '../../../lib/session/session.ts'

interface Options extends Pick<UnsavedWork, 'within' | 'words'> {
  /** Closes the component. */
  onLeave?: () => void
}

/**
 * Guards unsaved changes: asks before they would be lost by any navigation, and keeps the page when the
 * session expires. Returns a function that asks before a close button acts.
 */
export function useUnsaved(isUnsaved: boolean, { within, words, onLeave }: Options = {}): () => void {
  const [draft] = useState<UnsavedWork>(() => ({ isUnsaved }))
  useLayoutEffect(() => unsaved.update(draft, { isUnsaved, within, words, close: onLeave }))
  useEffect(() => unsaved.add(draft), [draft])
  useEffect(() => (isUnsaved ? formIsOpen() : undefined), [isUnsaved])
  return useCallback(() => void unsaved.mayLeave([draft]), [draft])
}

/** Guards work outside a component, such as a running request, until the returned function is called. */
export function guardUnsaved(work: UnsavedWork): () => void {
  const remove = unsaved.add(work)
  const close = formIsOpen()
  return () => {
    remove()
    close()
  }
}
