import './kit/look/fonts.css'
import './kit/look/tokens.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './kit/look/base.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { resourceRoute, screens } from './features.tsx'
import { AnnounceContext } from './kit/announce/announce.ts'
import { RecordHistoryContext } from './kit/form/recordHistory.ts'
import { connection } from './kit/live/connection.ts'
import { cssVariablesResolver, theme } from './kit/look/theme.ts'
import { lazyPage } from './kit/router/lazyPage.tsx'
import { lazyPart } from './kit/router/lazyPart.tsx'
import { watchChunks } from './kit/router/newBuild.ts'
import { makeRouter } from './kit/router/router.tsx'
import { session } from './kit/session/session.ts'
import { LanguageProvider } from './kit/texts/i18n.tsx'
import { language } from './kit/texts/language.ts'

const router = makeRouter({
  screens: [...screens, resourceRoute],
  login: lazyPage(() => import('./features/session/LoginPage.tsx'), 'LoginPage'),
  password: lazyPage(() => import('./features/session/password/NewPasswordPage.tsx'), 'NewPasswordPage'),
  shell: lazyPage(() => import('./features/session/SignedIn.tsx'), 'SignedIn'),
})

session.followTabs((isOther) => (isOther ? location.reload() : void router.invalidate()))
connection.watch()
watchChunks()

const recordHistory = {
  Dialog: lazyPart(() => import('./features/history/HistoryDialog.tsx'), 'HistoryDialog'),
  Recent: lazyPart(() => import('./features/history/RecentChanges.tsx'), 'RecentChanges'),
  needs: 'history.see',
} as const

const announcement = {
  Dialog: lazyPart(() => import('./features/notifications/NotificationDialog.tsx'), 'NotificationDialog'),
  needs: 'notifications.send',
} as const

async function start(place: HTMLElement) {
  await Promise.all([language.ready(), router.load()])
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
