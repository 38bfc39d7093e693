import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { events as routes } from '@kontor/contract/kit/api/events'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useEventStream } from '../../../kit/live/useEvents.ts'
import { queryClient } from '../../../kit/net/queries.ts'
import { Snackbars } from '../../../kit/notify/Snackbars.tsx'
import { PortalShell } from '../../../kit/portal/PortalShell.tsx'
import { screens } from '../../../portalScreens.tsx'
import { Interruptions } from '../Interruptions.tsx'
import { NewBuild } from '../NewBuild.tsx'
import { useUnread } from './useUnread.ts'

// The content security policy forbids compiling at run time, which zod would otherwise try.
z.config({ jitless: true })

/** Inside the provider of answers, for it counts what there is to read. */
function Shell() {
  return <PortalShell screens={screens} unread={useUnread()} notice={<NewBuild />} />
}

/** Everything around a screen once a partner has signed in. What the server answered is forgotten on the way out. */
export function PortalSignedIn() {
  useEffect(() => () => queryClient.clear(), [])
  useEventStream(routes.partner.path)
  useDevice()
  return (
    <QueryClientProvider client={queryClient}>
      <Shell />
      <Interruptions />
      <Snackbars />
    </QueryClientProvider>
  )
}

/** Milliseconds after which the first screen is there and nobody waits for what else there is to do. */
const LATER = 3_000

async function refresh() {
  try {
    const { refreshDevice } = await import('../../../kit/portal/device.ts')
    await refreshDevice()
  } catch {
    // The next start tries again.
  }
}

/** Keeps the server's word of this device fresh, and reads again when something was pushed to it. */
function useDevice() {
  useEffect(() => {
    const timer = setTimeout(() => void refresh(), LATER)
    const read = ({ data }: MessageEvent) => void (data === 'pushed' && queryClient.invalidateQueries())
    navigator.serviceWorker?.addEventListener('message', read)
    return () => {
      clearTimeout(timer)
      navigator.serviceWorker?.removeEventListener('message', read)
    }
  }, [])
}
