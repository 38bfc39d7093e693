import '../../../components/ui/mantine.css'
import '@mantine/notifications/styles.layer.css'
import { events as routes } from '@kontor/contract/lib/http/events'
import { QueryClientProvider } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { pendingOrders, screens } from '../../../app/portalFeatures.ts'
import { PortalShell } from '../../../components/portal/PortalShell.tsx'
import { Snackbars } from '../../../components/ui/snackbar/Snackbars.tsx'
import { queryClient, refetchCached } from '../../../lib/api/queries.ts'
import { language } from '../../../lib/i18n/language.ts'
import { pendingIntents } from '../../../lib/idempotency/intent.ts'
import { useEventStream } from '../../../lib/realtime/useEvents.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { session } from '../../../lib/session/session.ts'
import { isViewAsPartner } from '../../../lib/session/storage.ts'
import { GlobalDialogs } from '../GlobalDialogs.tsx'
import { NewBuild } from '../NewBuild.tsx'

// The content security policy forbids eval, which zod would otherwise try.
z.config({ jitless: true })

const ViewBar = lazyPart(() => import('./ViewBar.tsx'), 'ViewBar')
// Loaded late: it needs the code of the message screens.
const Unread = lazyPart(() => import('./Unread.tsx'), 'Unread')

/** Milliseconds until unread items are counted, after the first screen has rendered. */
const COUNT_DELAY = 1_000

/** Inside the query client's provider, because it counts queries. */
function Shell() {
  const [unread, setUnread] = useState<Readonly<Record<string, number>>>({})
  const [isSoon, setSoon] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSoon(true), COUNT_DELAY)
    return () => clearTimeout(timer)
  }, [])
  const notice = (
    <>
      {isViewAsPartner && <ViewBar />}
      <NewBuild />
      <PendingOrders />
      {isSoon && <Unread onCount={setUnread} />}
    </>
  )
  return <PortalShell screens={screens} unread={unread} notice={notice} />
}

/** The frame of all screens after sign-in. The query cache is cleared on sign-out. */
export function PortalSignedIn() {
  useEffect(() => () => queryClient.clear(), [])
  useEventStream(routes.partner.path)
  useDevice()
  return (
    <QueryClientProvider client={queryClient}>
      <Shell />
      <GlobalDialogs />
      <Snackbars />
    </QueryClientProvider>
  )
}

/** Milliseconds until background work starts, after the first screen has rendered. */
const BACKGROUND_DELAY = 3_000

async function refresh() {
  try {
    const { refreshDevice } = await import('../../../lib/push/device.ts')
    await refreshDevice()
  } catch {
    // Retried on the next start.
  }
}

/** Renews the push registration of this device, and refetches after a push. */
function useDevice() {
  useEffect(() => {
    const timer = setTimeout(() => {
      void refresh()
      void import('../../../components/portal/CachedNotice.tsx').catch(() => {}) // preloaded while the network is available
    }, BACKGROUND_DELAY)
    // Signing out may also have ended the push registration.
    const stop = session.subscribe(() => {
      if (session.demand() === null && session.token()) void refresh()
    })
    // Titles that the server writes. After a turn the page has the new language, which calls send.
    const stopLanguage = language.subscribe(() =>
      setTimeout(() => {
        refetchCached(queryClient)
        void refresh()
      }),
    )
    const read = ({ data }: MessageEvent) => {
      if (data === 'pushed') refetchCached(queryClient)
    }
    navigator.serviceWorker?.addEventListener('message', read)
    return () => {
      stop()
      stopLanguage()
      clearTimeout(timer)
      navigator.serviceWorker?.removeEventListener('message', read)
    }
  }, [])
}

/** Orders without a response, on every screen except their own, which shows them itself. */
function PendingOrders() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return pendingIntents().map((what) => {
    const [kind = '', id] = what.split(':')
    const { path, Part } = pendingOrders[kind] ?? {}
    if (!Part || pathname.endsWith(`${path}${id}`)) return null
    return <Part key={what} id={Number(id)} />
  })
}
