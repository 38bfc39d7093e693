import { appBase, isPartners } from './appBase.ts'

/** The target after sign-in: the requested path if it belongs to the same app, else its home. */
export function returnPath(search: unknown, origin = location.origin): string {
  const to = typeof search === 'object' && search && 'to' in search ? search.to : null
  if (typeof to !== 'string' || !URL.canParse(to, origin)) return appBase.home
  const { origin: targetOrigin, pathname, search: query, hash } = new URL(to, origin)
  const isOwn = targetOrigin === origin && isPartners(pathname) === isPartners(appBase.home)
  return isOwn && !/^(\/app)?\/login$/.test(pathname) ? pathname + query + hash : appBase.home
}
