import '../components/ui/fonts.css'
import '../components/ui/tokens.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '../components/ui/base.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { RecordHistoryContext } from '../components/form/recordHistory.ts'
import { AnnounceContext } from '../components/publishing/announceContext.ts'
import { cssVariablesResolver, theme } from '../components/ui/theme.ts'
import { LanguageProvider } from '../lib/i18n/i18n.tsx'
import { language } from '../lib/i18n/language.ts'
import { connection } from '../lib/realtime/connection.ts'
import { lazyPage } from '../lib/router/lazyPage.tsx'
import { lazyPart, retryWhenOnline } from '../lib/router/lazyPart.tsx'
import { watchChunks } from '../lib/router/newBuild.ts'
import { session } from '../lib/session/session.ts'
import { signInTexts } from '../locales/messages.ts'
import { screens } from './features.ts'
import { makeRouter } from './router.tsx'

/** The screens of all generated resources; the path contains the name of the resource. */
const resourceScreens = {
  path: '/$resource',
  page: lazyPage(() => import('./resourcePages.tsx'), 'ResourceScreen'),
}

const signedIn = lazyPage(loadShell, 'SignedIn')

const router = makeRouter({
  screens: [...screens, resourceScreens],
  login: lazyPage(() => import('../features/session/LoginPage.tsx'), 'LoginPage'),
  password: lazyPage(() => import('../features/session/password/NewPasswordPage.tsx'), 'NewPasswordPage'),
  shell: signedIn,
})

const officeTexts = {
  cnr: () => import('../locales/office/cnr.ts'),
  en: () => import('../locales/office/en.ts'),
}

/** Loads the shell of the signed-in screens and, in parallel, the texts of all screens. */
async function loadShell() {
  const [shell] = await Promise.all([import('../features/session/SignedIn.tsx'), language.load(officeTexts)])
  return shell
}

/** While the server checks the password, starts the code of what comes next; before-paint.js has preloaded it. */
function startOnSignIn() {
  const pages = [signedIn, ...screens.filter(({ path }) => path === '/').map(({ page }) => page)]
  const start = () => Promise.all(pages.map((page) => page.preload())).catch(() => {}) // the router tries again
  addEventListener('submit', () => void start(), { once: true })
}

if (!session.token()) startOnSignIn()
session.followTabs((isOther) => (isOther ? location.reload() : void router.invalidate()))
connection.watch()
watchChunks()

const recordHistory = {
  Dialog: lazyPart(() => import('../features/history/HistoryDialog.tsx'), 'HistoryDialog'),
  Recent: lazyPart(() => import('../features/history/RecentChanges.tsx'), 'RecentChanges'),
  permission: 'history.see',
} as const

const announcement = {
  Dialog: lazyPart(() => import('../features/notifications/NotificationDialog.tsx'), 'NotificationDialog'),
  permission: 'notifications.send',
} as const

async function start(place: HTMLElement) {
  await Promise.all([retryWhenOnline(() => language.load(signInTexts)), router.load()])
  createRoot(place).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <LanguageProvider>
        <RecordHistoryContext value={recordHistory}>
          <AnnounceContext value={announcement}>
            <RouterProvider router={router} />
          </AnnounceContext>
        </RecordHistoryContext>
      </LanguageProvider>
    </MantineProvider>,
  )
}

const place = document.getElementById('root')
if (place) void start(place)
