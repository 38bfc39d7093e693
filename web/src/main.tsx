import './kit/fonts.css'
import './kit/tokens.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './kit/base.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { screens } from './features.tsx'
import { connection } from './kit/connection.ts'
import { LanguageProvider, loadMessages, rememberedLocale } from './kit/i18n.tsx'
import { lazyPage } from './kit/lazyPage.tsx'
import { lazyPart } from './kit/lazyPart.ts'
import { watchChunks } from './kit/newBuild.ts'
import { RecordHistoryContext } from './kit/RecordHistory.tsx'
import { makeRouter } from './kit/router.tsx'
import { session } from './kit/session.ts'
import { cssVariablesResolver, theme } from './kit/theme.ts'

const router = makeRouter({
  screens,
  login: lazyPage(() => import('./features/session/LoginPage.tsx'), 'LoginPage'),
  shell: lazyPage(() => import('./features/session/SignedIn.tsx'), 'SignedIn'),
})

session.followTabs(() => void router.invalidate())
connection.watch()
watchChunks()

const HistoryDialog = lazyPart(() => import('./features/history/HistoryDialog.tsx'), 'HistoryDialog')

async function start(place: HTMLElement) {
  const locale = rememberedLocale()
  const first = { locale, messages: await loadMessages(locale) }
  createRoot(place).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <LanguageProvider first={first}>
        <RecordHistoryContext value={HistoryDialog}>
          <RouterProvider router={router} />
        </RecordHistoryContext>
      </LanguageProvider>
    </MantineProvider>,
  )
}

const place = document.getElementById('root')
if (place) void start(place)
