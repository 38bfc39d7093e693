// Routes and the code of their screens, loaded on demand.
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { session } from '../session/session.ts'
import { appBase } from './appBase.ts'
import { Crash } from './Crash.tsx'
import type { LazyPage } from './lazyPage.tsx'
import { NotFound } from './NotFound.tsx'
import { returnPath } from './returnPath.ts'

interface Frame {
  screens: readonly { path: string; page: LazyPage }[]
  login: LazyPage
  /** The target of mailed password links, whoever is signed in. */
  password: LazyPage
  /** The frame around every screen of a signed-in user. */
  shell: LazyPage
  /** The window itself scrolls: back restores the scroll position. */
  windowScrolls?: boolean
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
export function makeRouter({ screens, login, password, shell, windowScrolls = false }: Frame) {
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
    beforeLoad: ({ location }) => {
      if (!session.token())
        throw redirect({ to: '/login', search: thenParam(location.publicHref), replace: true })
    },
  })
  const pages = screens.map(({ path, page }) =>
    createRoute({ getParentRoute: () => signedIn, path, component: page }),
  )
  const unknown = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFound })
  return createRouter({
    routeTree: root.addChildren([visitor, link, signedIn.addChildren([...pages, unknown])]),
    basepath: appBase.home,
    scrollRestoration: windowScrolls,
    defaultPreload: 'intent',
    defaultStructuralSharing: true, // search params that stay the same render nothing
    defaultErrorComponent: Crash,
    parseSearch,
    stringifySearch,
  })
}

const thenParam = (href: string) => (href === appBase.home ? {} : { to: href })
