// The browser's storage may be closed to us; then the system's scheme and the default language hold.
try {
  const scheme = localStorage.getItem('mantine-color-scheme-value')
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  if (localStorage.getItem('lang') === 'en') document.documentElement.lang = 'en-GB'
} catch {}
