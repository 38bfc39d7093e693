import { shellCalls } from '@kontor/contract/kit/about'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout, IconSettings } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { initials } from '../../kit/initials.ts'
import { session } from '../../kit/session.ts'
import classes from '../../kit/TopBar.module.css'
import { useLogout } from '../../kit/useLogout.ts'
import { useRoute } from '../../kit/useRoute.ts'

/** Who is signed in, the own settings and the way out. */
export function AccountMenu() {
  const t = useTranslations()
  const router = useRouter()
  const logout = useLogout()
  const name = useRoute(shellCalls.me, {}).data?.name ?? session.username()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.account} title={t('shell.account')}>
          <span className={classes.avatar} aria-hidden>
            {initials(name)}
          </span>
          <span className={classes.accountName}>{name}</span>
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconSettings size={16} stroke={1.6} />}
          onClick={() => void router.navigate({ to: '/user-profile' })}
        >
          {t('screens.settings')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void logout()}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
