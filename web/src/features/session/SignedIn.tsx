import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { mentionLinks, sources } from '../../app/mentions.ts'
import { menu } from '../../app/navigation.ts'
import { pickers } from '../../app/pickers.tsx'
import { MentionLinksContext } from '../../components/editor/mentions/mentionLinks.ts'
import { SourcesContext } from '../../components/editor/mentions/sources.ts'
import { PickersContext } from '../../components/form/pickers/pickers.ts'
import { Shell } from '../../components/shell/Shell.tsx'
import { Snackbars } from '../../components/ui/snackbar/Snackbars.tsx'
import { queryClient } from '../../lib/api/queries.ts'
import { PermissionsProvider } from '../../lib/permissions/PermissionsProvider.tsx'
import { useEventStream } from '../../lib/realtime/useEvents.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { FactorGate } from './factor/FactorGate.tsx'
import { Interruptions } from './Interruptions.tsx'
import { NewBuild } from './NewBuild.tsx'

const Tools = lazyPage(() => import('../../app/topBarTools.tsx'), 'Tools')

// The content security policy forbids compiling at run time, which zod would otherwise try.
z.config({ jitless: true })

const commands = () => import('../../app/commands.ts')

/** Everything around a screen once somebody has signed in. What the server answered is forgotten on the way out. */
export function SignedIn() {
  useEffect(() => () => queryClient.clear(), [])
  useEventStream('/api/events')
  return (
    <QueryClientProvider client={queryClient}>
      <PermissionsProvider>
        <FactorGate>
          <PickersContext value={pickers}>
            <MentionLinksContext value={mentionLinks}>
              <SourcesContext value={sources}>
                <Shell
                  screens={menu}
                  tools={<Tools />}
                  account={<AccountMenu />}
                  notice={<NewBuild />}
                  commands={commands}
                />
              </SourcesContext>
            </MentionLinksContext>
          </PickersContext>
        </FactorGate>
      </PermissionsProvider>
      <Interruptions />
      <Snackbars />
    </QueryClientProvider>
  )
}
