import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { FocusTooltip } from '../../components/ui/FocusTooltip.tsx'
import { shownError } from '../../lib/api/shownError.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { unsaved } from '../../lib/router/unsaved.ts'
import { session } from '../../lib/session/session.ts'

// Loaded on first use.
const SessionDialog = lazyPart(() => import('./SessionDialog.tsx'), 'SessionDialog')
const ErrorDialog = lazyPart(() => import('../../components/ui/dialog/ErrorDialog.tsx'), 'ErrorDialog')
const UnsavedQuestion = lazyPart(
  () => import('../../components/ui/dialog/UnsavedQuestion.tsx'),
  'UnsavedQuestion',
)

/** Milliseconds after which the error dialogs are preloaded, while the network is available. */
const PRELOAD_DELAY = 5_000

function preloadDialogs() {
  const load = () => {
    const parts = [
      import('./SessionDialog.tsx'),
      import('../../components/ui/dialog/ErrorDialog.tsx'),
      import('../../components/ui/dialog/UnsavedQuestion.tsx'),
      import('../../components/ui/dialog/DialogFrame.tsx'),
      import('../../components/ui/snackbar/SnackbarStack.tsx'),
      import('../../components/ui/StaleBar.tsx'),
    ]
    void Promise.allSettled(parts) // requested again on first use
  }
  const timer = setTimeout(load, PRELOAD_DELAY)
  return () => clearTimeout(timer)
}

/** An error is not shown after the session, nor one that arrives between two sessions in the next one. */
function closeError() {
  shownError.close()
  return shownError.close
}

/** Over any screen: dialogs for an error, the end of the session and unsaved changes, and the tooltip of the focus. */
export function GlobalDialogs() {
  const { history } = useRouter()
  useEffect(preloadDialogs, [])
  useLayoutEffect(closeError, [])
  useEffect(() => unsaved.guard(history), [history])
  const error = useSyncExternalStore(shownError.subscribe, shownError.get)
  const demand = useSyncExternalStore(session.subscribe, session.demand)
  const question = useSyncExternalStore(unsaved.subscribe, unsaved.question)
  return (
    <>
      {error && <ErrorDialog error={error} onClose={shownError.close} />}
      {demand && <SessionDialog demand={demand} />}
      {question && <UnsavedQuestion question={question} />}
      <FocusTooltip />
    </>
  )
}
