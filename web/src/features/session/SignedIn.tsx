import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { screens, Tools } from '../../features.tsx'
import { events } from '../../kit/live/events.ts'
import { queryClient } from '../../kit/net/queries.ts'
import { Snackbars } from '../../kit/notify/Snackbars.tsx'
import { Rights } from '../../kit/rights/Rights.tsx'
import { Shell } from '../../kit/shell/Shell.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { Interruptions } from './Interruptions.tsx'
import { NewBuild } from './NewBuild.tsx'

// The content security policy forbids compiling at run time, which zod would otherwise try.
z.config({ jitless: true })

/** Everything around a screen once somebody has signed in. What the server answered is forgotten on the way out. */
export function SignedIn() {
  useEffect(() => () => queryClient.clear(), [])
  useEffect(() => events.start('/api/events'), [])
  return (
    <QueryClientProvider client={queryClient}>
      <Rights>
        <Shell screens={screens} tools={<Tools />} account={<AccountMenu />} notice={<NewBuild />} />
      </Rights>
      <Interruptions />
      <Snackbars />
    </QueryClientProvider>
  )
}
