/** Where to go after signing in: the path asked for when it is one of this site's, else home. */
export function returnPath(search: unknown, origin = location.origin): string {
  const to = typeof search === 'object' && search && 'to' in search ? search.to : null
  if (typeof to !== 'string' || !URL.canParse(to, origin)) return '/'
  const { origin: asked, pathname, search: query, hash } = new URL(to, origin)
  return asked === origin && pathname !== '/login' ? pathname + query + hash : '/'
}
