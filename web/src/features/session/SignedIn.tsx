import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { features } from '../../app/features.ts'
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
import { DialogOver } from '../../lib/router/DialogOver.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { FactorGate } from './factor/FactorGate.tsx'
import { Interruptions } from './Interruptions.tsx'
import { NewBuild } from './NewBuild.tsx'

const Transfers = lazyPart(() => import('../../components/uploads/Transfers.tsx'), 'Transfers')

/** The components in the top bar and the dialogs above every screen. Some render nothing and only update an unread count. */
const tools = (
  <>
    {features.flatMap(({ topBar = {} }) => Object.entries(topBar).map(([name, Tool]) => <Tool key={name} />))}
    <Transfers />
    {features.flatMap(({ dialogs = [] }) =>
      dialogs.map((dialog) => <DialogOver key={dialog.name} {...dialog} />),
    )}
  </>
)

// The content security policy forbids eval, which zod would otherwise try.
z.config({ jitless: true })

const commands = async () => (await import('../../app/commands.ts')).loadCommands()

/** The frame of all screens after sign-in. The query cache is cleared on sign-out. */
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
                  tools={tools}
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
