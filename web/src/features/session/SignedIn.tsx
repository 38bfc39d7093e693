import { shellRoutes } from '@kontor/contract/lib/http/about'
import { UnstyledButton } from '@mantine/core'
import '../../components/ui/mantine.css'
import '@mantine/notifications/styles.layer.css'
import { IconChevronDown, IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { features } from '../../app/features.ts'
import { mentionLinks, sources } from '../../app/mentions.ts'
import { menu } from '../../app/navigation.ts'
import { pickers } from '../../app/pickers.tsx'
import { MentionLinksContext } from '../../components/editor/mentions/mentionLinks.ts'
import { SourcesContext } from '../../components/editor/mentions/sources.ts'
import { PickersContext } from '../../components/form/pickers/pickers.ts'
import { Shell } from '../../components/shell/Shell.tsx'
import classes from '../../components/shell/TopBar.module.css'
import { Menu, MenuItem } from '../../components/ui/Menu.tsx'
import { ShownSecret } from '../../components/ui/secret-dialog/shownSecret.ts'
import { Snackbars } from '../../components/ui/snackbar/Snackbars.tsx'
import { queryClient } from '../../lib/api/queries.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useEventStream } from '../../lib/realtime/useEvents.ts'
import { DialogOver } from '../../lib/router/DialogOver.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { initials } from '../../lib/session/initials.ts'
import { session } from '../../lib/session/session.ts'
import { useLogout } from '../../lib/session/useLogout.ts'
import { pressKey } from '../../lib/shortcuts/useShortcuts.ts'
import { GlobalDialogs } from './GlobalDialogs.tsx'
import { NewBuild } from './NewBuild.tsx'
import { PermissionsProvider } from './PermissionsProvider.tsx'

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

const FactorNeeded = lazyPart(() => import('./factor/FactorNeeded.tsx'), 'FactorNeeded')

/**
 * Shows the screens unless the user must set up a second factor first. Screens that are open by then stay below, with
 * what is typed in them.
 */
function FactorGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const { data: me } = useApiQuery(shellRoutes.me, {})
  const [isClosed, setClosed] = useState(false)
  const [isShown, setShown] = useState(false)
  // After setup the recovery codes are shown before the screens.
  if (me?.needs_factor && !isClosed) setClosed(true)
  else if (!isClosed && !isShown) setShown(true)
  const open = () => {
    setClosed(false)
    void queries.invalidateQueries() // what the screens read meanwhile was refused
  }
  return (
    <>
      {isShown && children}
      {me && isClosed && <FactorNeeded username={me.username} isDone={!me.needs_factor} onDone={open} />}
    </>
  )
}

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
      <ShownSecret />
      <GlobalDialogs />
      <Snackbars />
    </QueryClientProvider>
  )
}

/** The account menu: user, settings and signing out. */
function AccountMenu() {
  const t = useTranslations()
  const logout = useLogout()
  const me = useApiQuery(shellRoutes.me, {}).data
  const name = me?.name ?? session.name()
  // They may have been changed by the office or in another tab.
  useEffect(() => {
    if (!me) return
    session.rename(me.username)
    session.saveName(me.name)
  }, [me])
  return (
    <Menu
      width={220}
      target={
        <UnstyledButton className={classes.account} title={t('shell.account')}>
          <span className={classes.avatar} aria-hidden>
            {initials(name)}
          </span>
          <span className={classes.accountName}>{name}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      }
    >
      <MenuItem icon={IconSettings} to="/user-profile">
        {t('settings.title')}
      </MenuItem>
      <MenuItem icon={IconKeyboard} end={<kbd aria-hidden>?</kbd>} onClick={() => pressKey('?')}>
        {t('shell.keys')}
      </MenuItem>
      <MenuItem icon={IconLogout} onClick={() => void logout()}>
        {t('shell.logout')}
      </MenuItem>
    </Menu>
  )
}
