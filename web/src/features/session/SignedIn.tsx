import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { screens } from '../../features.tsx'
import { ErrorDialog } from '../../kit/ErrorDialog.tsx'
import { queryClient } from '../../kit/queries.ts'
import { Shell } from '../../kit/Shell.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { NewBuild } from './NewBuild.tsx'
import { SessionDialogs } from './SessionDialogs.tsx'

/** Everything around a screen once somebody has signed in. What the server answered is forgotten on the way out. */
export function SignedIn() {
  useEffect(() => () => queryClient.clear(), [])
  return (
    <QueryClientProvider client={queryClient}>
      <Shell screens={screens} account={<AccountMenu />} notice={<NewBuild />} />
      <ErrorDialog />
      <SessionDialogs />
      <Notifications position="bottom-right" pauseResetOnHover="notification" zIndex={400} />
    </QueryClientProvider>
  )
}
