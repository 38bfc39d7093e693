import { shellCalls } from '@kontor/contract/kit/api/about'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react'
import { useEffect } from 'react'
import { pressKey } from '../../kit/keys/useKeys.ts'
import { Menu, MenuItem } from '../../kit/look/Menu.tsx'
import { useRoute } from '../../kit/net/useRoute.ts'
import { initials } from '../../kit/session/initials.ts'
import { session } from '../../kit/session/session.ts'
import { useLogout } from '../../kit/session/useLogout.ts'
import classes from '../../kit/shell/TopBar.module.css'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

/** Who is signed in, the own settings and the way out. */
export function AccountMenu() {
  const t = useTexts(texts)
  const logout = useLogout()
  const me = useRoute(shellCalls.me, {}).data
  const name = me?.name ?? session.username()
  // The office, or another tab, may have given another username meanwhile.
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
