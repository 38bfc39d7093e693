// Routes and the code of their screens, loaded on demand.
import { IconCloudOff, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { createRootRoute, createRoute, createRouter, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { NotFound } from '../components/ui/ErrorPages.tsx'
import { Notice } from '../components/ui/Notice.tsx'
import { PlainButton } from '../components/ui/PlainButton.tsx'
import { connection, useIsDisconnected } from '../lib/realtime/connection.ts'
import { appBase } from '../lib/router/appBase.ts'
import type { LazyPage } from '../lib/router/lazyPage.tsx'
import { newBuild } from '../lib/router/newBuild.ts'
import { returnPath } from '../lib/router/returnPath.ts'
import { session } from '../lib/session/session.ts'

interface Frame {
  screens: readonly { path: string; page: LazyPage }[]
  login: LazyPage
  /** The target of mailed password links, whoever is signed in. */
  password: LazyPage
  /** The frame around every screen of a signed-in user. */
  shell: LazyPage
  /** The window itself scrolls: back restores the scroll position. */
  windowScrolls?: boolean
  /** A screen starts anew for another record in its path; otherwise it keeps its state. */
  remounts?: boolean
}

/**
 * Search params are plain strings, so that URLs are readable: `?f.quantity=0&page=2`. Empty ones are
 * dropped.
 */
const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ''))
const stringifySearch = (search: Record<string, unknown>) => {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}

/** /login for visitors, everything else for signed-in users; an unknown URL is a page of its own. */
export function makeRouter({
  screens,
  login,
  password,
  shell,
  windowScrolls = false,
  remounts = false,
}: Frame) {
  const root = createRootRoute()
  const visitor = createRoute({
    getParentRoute: () => root,
    path: '/login',
    component: login,
    beforeLoad: ({ search }) => {
      if (session.token()) throw redirect({ href: returnPath(search), replace: true })
    },
  })
  const link = createRoute({ getParentRoute: () => root, path: '/password', component: password })
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    component: shell,
    beforeLoad: ({ location, preload }) => {
      if (session.token())
        return session.hasLostCalls() && !preload ? loadAnew(location.publicHref) : undefined
      if (!session.hasOpenForm())
        throw redirect({ to: '/login', search: thenParam(location.publicHref), replace: true })
      if (!preload) void session.renewed(null) // asks for the password over the form
    },
  })
  const pages = screens.map(({ path, page }) =>
    createRoute({
      getParentRoute: () => signedIn,
      path,
      component: page,
      ...(remounts && { remountDeps: ({ params }) => params }),
    }),
  )
  const unknown = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFound })
  const router = createRouter({
    routeTree: root.addChildren([visitor, link, signedIn.addChildren([...pages, unknown])]),
    basepath: appBase.home,
    scrollRestoration: windowScrolls,
    defaultPreload: 'intent',
    defaultStructuralSharing: true, // search params that stay the same render nothing
    defaultErrorComponent: Crash,
    parseSearch,
    stringifySearch,
  })
  // The router itself follows the history once it has rendered: until then Back would change only the URL.
  const unfollow = router.history.subscribe(() => void router.load())
  router.subscribe('onRendered', unfollow)
  return router
}

/** Never settles, because the page is left. */
function loadAnew(href: string) {
  location.replace(href)
  return new Promise<never>(() => {})
}

/** Shown for a screen that threw or whose code did not load. The shell around it keeps working. */
function Crash() {
  const t = useTranslations()
  const router = useRouter()
  const isStale = useSyncExternalStore(newBuild.subscribe, newBuild.isAvailable)
  const isDisconnected = useIsDisconnected()
  const retry = () => (isStale && !isDisconnected ? location.reload() : void router.invalidate())
  // Some browsers do not request a failed module again; a reload does.
  useEffect(() => connection.onReturn(() => location.reload()), [])
  const reason = isDisconnected ? 'cut' : isStale ? 'stale' : 'crash_text'
  return (
    <Notice
      icon={isDisconnected ? IconCloudOff : IconPlugConnectedX}
      level={1}
      title={t('pages.crash')}
      text={t(`pages.${reason}`)}
    >
      <PlainButton onClick={() => void router.navigate({ to: '/' })}>{t('pages.to_home')}</PlainButton>
      <PlainButton icon={IconRefresh} onClick={retry}>
        {t(isStale && !isDisconnected ? 'shell.reload' : 'common.retry')}
      </PlainButton>
    </Notice>
  )
}

const thenParam = (href: string) => (href === appBase.home ? {} : { to: href })
