import '../components/ui/fonts.css'
import '../components/ui/tokens.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '../components/ui/base.css'
import './portal.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { cssVariablesResolver, theme } from '../components/ui/theme.ts'
import { LanguageProvider } from '../lib/i18n/i18n.tsx'
import { language } from '../lib/i18n/language.ts'
import { connection } from '../lib/realtime/connection.ts'
import { lazyPage } from '../lib/router/lazyPage.tsx'
import { retryWhenOnline } from '../lib/router/lazyPart.tsx'
import { watchChunks } from '../lib/router/newBuild.ts'
import { session } from '../lib/session/session.ts'
import { isViewAsPartner } from '../lib/session/storage.ts'
import { signInTexts } from '../locales/messages.ts'
import { screens } from './portalFeatures.ts'
import { makeRouter } from './router.tsx'

const router = makeRouter({
  screens,
  login: lazyPage(() => import('../features/session/portal/PortalLoginPage.tsx'), 'PortalLoginPage'),
  password: lazyPage(() => import('../features/session/password/NewPasswordPage.tsx'), 'NewPasswordPage'),
  shell: lazyPage(() => import('../features/session/portal/PortalSignedIn.tsx'), 'PortalSignedIn'),
  windowScrolls: true,
  remounts: true,
})

session.followTabs((isOther) => (isOther ? location.reload() : void router.invalidate()))
connection.watch()
watchChunks()
// When the service worker cannot be registered, the app works, but not offline.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/app/sw.js', { scope: '/app' }).catch(() => {})
  // A partner's notification leaves a tab alone in which the office views the app as another partner.
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data === 'is view') ports[0]?.postMessage(isViewAsPartner)
    if (isViewAsPartner) return
    if (data?.open) router.history.push(data.open)
    if (data?.push_id) void markRead(data.push_id)
  })
}

/** Its code is not loaded with the first screen. */
async function markRead(pushId: number) {
  const push = await import('../features/notifications/portal/markRead.ts').catch(() => null) // without a network
  await push?.markRead(pushId)
}

const phoneTheme = {
  ...theme,
  defaultRadius: '10px',
  fontSizes: { ...theme.fontSizes, xs: '13px', sm: '15px', md: '16px' },
  lineHeights: { ...theme.lineHeights, xs: '18px', sm: '22px', md: '24px' },
}

const portalTexts = {
  cnr: () => import('../locales/portal/cnr.ts'),
  en: () => import('../locales/portal/en.ts'),
}

async function start(place: HTMLElement) {
  const loadTexts = () => Promise.all([language.load(signInTexts), language.load(portalTexts)])
  await Promise.all([retryWhenOnline(loadTexts), router.load()])
  createRoot(place).render(
    <MantineProvider theme={phoneTheme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <LanguageProvider>
        <RouterProvider router={router} />
      </LanguageProvider>
    </MantineProvider>,
  )
}

const place = document.getElementById('root')
if (place) void start(place)
