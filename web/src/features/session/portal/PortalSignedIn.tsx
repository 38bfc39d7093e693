import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { events as routes } from '@kontor/contract/lib/http/events'
import { QueryClientProvider } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { screens, waitingOrders } from '../../../app/portalFeatures.ts'
import { PortalShell } from '../../../components/portal/PortalShell.tsx'
import { Snackbars } from '../../../components/ui/snackbar/Snackbars.tsx'
import { queryClient, readAgain } from '../../../lib/api/queries.ts'
import { pendingIntents } from '../../../lib/idempotency/intent.ts'
import { useEventStream } from '../../../lib/realtime/useEvents.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { session } from '../../../lib/session/session.ts'
import { Interruptions } from '../Interruptions.tsx'
import { NewBuild } from '../NewBuild.tsx'

// The content security policy forbids compiling at run time, which zod would otherwise try.
z.config({ jitless: true })

// Nobody waits for it, and it needs what the screens of messages need.
const Unread = lazyPart(() => import('./Unread.tsx'), 'Unread')

/** Milliseconds after which the first screen is there, and what there is to read is counted. */
const SOON = 1_000

/** Inside the provider of answers, for they are counted. */
function Shell() {
  const [unread, setUnread] = useState<Readonly<Record<string, number>>>({})
  const [isSoon, setSoon] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSoon(true), SOON)
    return () => clearTimeout(timer)
  }, [])
  const notice = (
    <>
      <NewBuild />
      <WaitingParts />
      {isSoon && <Unread onCount={setUnread} />}
    </>
  )
  return <PortalShell screens={screens} unread={unread} notice={notice} />
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
    const { refreshDevice } = await import('../../../components/portal/device.ts')
    await refreshDevice()
  } catch {
    // The next start tries again.
  }
}

/** Keeps the server's word of this device fresh, and reads again when something was pushed to it. */
function useDevice() {
  useEffect(() => {
    const timer = setTimeout(() => {
      void refresh()
      void import('../../../components/portal/LastSeen.tsx').catch(() => {}) // while it still can be loaded
    }, LATER)
    // What ended the last session may have ended what this device is told as well.
    const stop = session.subscribe(() => {
      if (session.demand() === null && session.token()) void refresh()
    })
    const read = ({ data }: MessageEvent) => {
      if (data === 'pushed') readAgain(queryClient)
    }
    navigator.serviceWorker?.addEventListener('message', read)
    return () => {
      stop()
      clearTimeout(timer)
      navigator.serviceWorker?.removeEventListener('message', read)
    }
  }, [])
}

/** Orders that have not been answered, on every screen but their own, which sends them itself. */
function WaitingParts() {
  const here = useRouterState({ select: ({ location }) => location.pathname })
  return pendingIntents().map((what) => {
    const [kind = '', id] = what.split(':')
    const { path, Part } = waitingOrders[kind] ?? {}
    if (!Part || here.endsWith(`${path}${id}`)) return null
    return <Part key={what} id={Number(id)} />
  })
}
