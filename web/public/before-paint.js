// The browser's storage may be closed to us; then the system's scheme and the default language hold.
try {
  const scheme = localStorage.getItem('mantine-color-scheme-value')
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  if (localStorage.getItem('lang') === 'en') document.documentElement.lang = 'en-GB'
  preload(document.currentScript.dataset)
} catch {}

/** Preloads the code that the visitor or user will need, which the build has written into the page. */
function preload(files) {
  if (!files.visitor) return
  const text = localStorage.getItem('lang') === 'en' ? 'En' : 'Cnr'
  const load = (...lists) => {
    for (const file of new Set(lists.join(' ').split(' ').filter(Boolean))) {
      const kind = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
      const link = { ...kind, crossOrigin: '', href: `/assets/${file}` } // as the build links them
      document.head.append(Object.assign(document.createElement('link'), link))
    }
  }
  const home = location.pathname === '/' || location.pathname === '/login' ? files.home : ''
  const signedIn = () => load(files.user, files[`user${text}`], home)
  load(files[`visitor${text}`])
  if (localStorage.getItem('token')) return signedIn()
  load(files.visitor)
  addEventListener('input', signedIn, { once: true }) // while somebody types
}
