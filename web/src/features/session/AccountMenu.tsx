import { shellCalls } from '@kontor/contract/lib/http/about'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import classes from '../../components/shell/TopBar.module.css'
import { Menu, MenuItem } from '../../components/ui/Menu.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { initials } from '../../lib/session/initials.ts'
import { session } from '../../lib/session/session.ts'
import { useLogout } from '../../lib/session/useLogout.ts'
import { pressKey } from '../../lib/shortcuts/useShortcuts.ts'

/** The account menu: user, settings and signing out. */
export function AccountMenu() {
  const t = useTranslations()
  const logout = useLogout()
  const me = useApiQuery(shellCalls.me, {}).data
  const name = me?.name ?? session.username()
  // The username may have been changed by the office or in another tab.
  useEffect(() => {
    if (me) session.rename(me.username)
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
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
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
