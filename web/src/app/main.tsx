import '../kit/fonts.css'
import '../kit/tokens.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '../kit/base.css'
import './app.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { connection } from '../kit/connection.ts'
import { LanguageProvider, loadMessages, rememberedLocale } from '../kit/i18n.tsx'
import { lazyPage } from '../kit/lazyPage.tsx'
import { watchChunks } from '../kit/newBuild.ts'
import { makeRouter } from '../kit/router.tsx'
import { session } from '../kit/session.ts'
import { cssVariablesResolver, theme } from '../kit/theme.ts'
import { screens } from './screens.tsx'

const router = makeRouter({
  screens,
  login: lazyPage(() => import('./session/AppLoginPage.tsx'), 'AppLoginPage'),
  shell: lazyPage(() => import('./session/AppSignedIn.tsx'), 'AppSignedIn'),
  windowScrolls: true,
})

session.followTabs(() => void router.invalidate())
connection.watch()
watchChunks()
// Without its service worker the app works all the same, only not without a network.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/app/sw.js', { scope: '/app' }).catch(() => {})
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.open) router.history.push(data.open)
  })
}

const phoneTheme = {
  ...theme,
  defaultRadius: '10px',
  fontSizes: { ...theme.fontSizes, xs: '13px', sm: '15px', md: '16px' },
  lineHeights: { ...theme.lineHeights, xs: '18px', sm: '22px', md: '24px' },
}

async function start(place: HTMLElement) {
  const locale = rememberedLocale()
  const first = { locale, messages: await loadMessages(locale) }
  createRoot(place).render(
    <MantineProvider theme={phoneTheme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <LanguageProvider first={first}>
        <RouterProvider router={router} />
      </LanguageProvider>
    </MantineProvider>,
  )
}

const place = document.getElementById('root')
if (place) void start(place)
