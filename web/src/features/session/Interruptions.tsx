import { lazy, Suspense, useSyncExternalStore } from 'react'
import { session } from '../../kit/session.ts'
import { shownError } from '../../kit/shownError.ts'
import { UnsavedQuestion } from '../../kit/UnsavedQuestion.tsx'

// Dialogs come with the first one that is needed.
const SessionDialog = lazy(async () => ({ default: (await import('./SessionDialog.tsx')).SessionDialog }))
const ErrorDialog = lazy(async () => ({ default: (await import('../../kit/ErrorDialog.tsx')).ErrorDialog }))

/** What interrupts any screen: an error, the end of the session above it, unsaved work. */
export function Interruptions() {
  const error = useSyncExternalStore(shownError.subscribe, shownError.get)
  const demand = useSyncExternalStore(session.subscribe, session.demand)
  return (
    <Suspense>
      {error && <ErrorDialog error={error} onClose={() => shownError.set(null)} />}
      {demand && <SessionDialog demand={demand} />}
      <UnsavedQuestion />
    </Suspense>
  )
}
