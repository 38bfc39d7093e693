import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useEventStream } from '../../kit/live/useEvents.ts'
import { MentionLinksContext } from '../../kit/mentions/mentionLinks.ts'
import { queryClient } from '../../kit/net/queries.ts'
import { Snackbars } from '../../kit/notify/Snackbars.tsx'
import { PickersContext } from '../../kit/pick/pickers.ts'
import { Rights } from '../../kit/rights/Rights.tsx'
import { lazyPage } from '../../kit/router/lazyPage.tsx'
import { Shell } from '../../kit/shell/Shell.tsx'
import { SourcesContext } from '../../kit/suggest/sources.ts'
import { mentionLinks, sources } from '../../mentions.ts'
import { menu } from '../../menu.ts'
import { pickers } from '../../pickers.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { FactorGate } from './factor/FactorGate.tsx'
import { Interruptions } from './Interruptions.tsx'
import { NewBuild } from './NewBuild.tsx'

const Tools = lazyPage(() => import('../../tools.tsx'), 'Tools')

// The content security policy forbids compiling at run time, which zod would otherwise try.
z.config({ jitless: true })

const deeds = () => import('../../deeds.ts')

/** Everything around a screen once somebody has signed in. What the server answered is forgotten on the way out. */
export function SignedIn() {
  useEffect(() => () => queryClient.clear(), [])
  useEventStream('/api/events')
  return (
    <QueryClientProvider client={queryClient}>
      <Rights>
        <FactorGate>
          <PickersContext value={pickers}>
            <MentionLinksContext value={mentionLinks}>
              <SourcesContext value={sources}>
                <Shell
                  screens={menu}
                  tools={<Tools />}
                  account={<AccountMenu />}
                  notice={<NewBuild />}
                  deeds={deeds}
                />
              </SourcesContext>
            </MentionLinksContext>
          </PickersContext>
        </FactorGate>
      </Rights>
      <Interruptions />
      <Snackbars />
    </QueryClientProvider>
  )
}
