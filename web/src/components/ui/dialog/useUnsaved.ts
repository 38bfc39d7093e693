import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { formIsOpen } from '../../../lib/session/session.ts'
import { type Draft, unsaved } from './unsaved.ts'

interface Options extends Pick<Draft, 'within' | 'words'> {
  /** Closes what is left. */
  onLeave?: () => void
}

/**
 * Guards what was typed and not saved: before it would be lost the person is asked, whichever way out is taken, and a
 * session that ends asks for the password over it. Answers a way to leave it by a button of its own.
 */
export function useUnsaved(isUnsaved: boolean, { within, words, onLeave }: Options = {}): () => void {
  const [draft] = useState<Draft>(() => ({ isUnsaved }))
  useLayoutEffect(() => void Object.assign(draft, { isUnsaved, within, words, close: onLeave }))
  useEffect(() => unsaved.add(draft), [draft])
  useEffect(() => (isUnsaved ? formIsOpen() : undefined), [isUnsaved])
  return useCallback(() => void unsaved.mayLeave([draft]), [draft])
}
