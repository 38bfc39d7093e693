import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { screens } from '../../features.tsx'
import { queryClient } from '../../kit/queries.ts'
import { Shell } from '../../kit/Shell.tsx'
import { Snackbars } from '../../kit/Snackbars.tsx'
import { session } from '../../kit/session.ts'
import { shownError } from '../../kit/shownError.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { NewBuild } from './NewBuild.tsx'

// The content security policy forbids compiling at run time, which zod would otherwise try.
z.config({ jitless: true })

// Dialogs come with the first one that is needed.
const SessionDialog = lazy(async () => ({ default: (await import('./SessionDialog.tsx')).SessionDialog }))
const ErrorDialog = lazy(async () => ({ default: (await import('../../kit/ErrorDialog.tsx')).ErrorDialog }))

/** Everything around a screen once somebody has signed in. What the server answered is forgotten on the way out. */
export function SignedIn() {
  useEffect(() => () => queryClient.clear(), [])
  return (
    <QueryClientProvider client={queryClient}>
      <Shell screens={screens} account={<AccountMenu />} notice={<NewBuild />} />
      <Dialogs />
      <Snackbars />
    </QueryClientProvider>
  )
}

/** What interrupts any screen: an error, or the end of the session above it. */
function Dialogs() {
  const error = useSyncExternalStore(shownError.subscribe, shownError.get)
  const demand = useSyncExternalStore(session.subscribe, session.demand)
  return (
    <Suspense>
      {error && <ErrorDialog error={error} onClose={() => shownError.set(null)} />}
      {demand && <SessionDialog demand={demand} />}
    </Suspense>
  )
}
