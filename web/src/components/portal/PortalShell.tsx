import '../ui/print.css'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { Mark } from '../shell/Mark.tsx'
import { SkipLink } from '../shell/SkipLink.tsx'
import { useFocusOnArrival } from '../shell/useFocusOnArrival.ts'
import { ConnectionBar } from '../ui/ConnectionBar.tsx'
import { useFocusFallback } from '../ui/useFocusFallback.ts'
import { Badge, NavBadgesProvider } from './NavBadges.tsx'
import classes from './PortalShell.module.css'
import type { PortalScreen } from './screen.ts'

interface PortalShellProps {
  screens: readonly PortalScreen[]
  /** Number of unread items per screen path. */
  unread: Readonly<Record<string, number>>
  /** Banner above the current screen. */
  notice: ReactNode
}

/** The frame of the partners' app: tabs at the bottom on phones, at the top on wide screens. */
export function PortalShell({ screens, unread, notice }: PortalShellProps) {
  const main = useRef<HTMLElement>(null)
  useFocusOnArrival(main)
  useFocusFallback(main)
  return (
    <>
      <SkipLink />
      <Tabs screens={screens} unread={unread} />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <ConnectionBar brief />
        {notice}
        <NavBadgesProvider value={{ screens, unread }}>
          <Outlet />
        </NavBadgesProvider>
      </main>
    </>
  )
}

function Tabs({ screens, unread }: Omit<PortalShellProps, 'notice'>) {
  const { locale } = useLanguage()
  const t = useTranslations()
  const open = useRouterState({ select: ({ matches }) => String(matches.at(-1)?.fullPath) })
  const current = screens.find(({ path }) => path === open)
  return (
    <nav className={classes.nav} aria-label={t('shell.menu')}>
      <Link to="/" className={classes.brand}>
        <Mark size={24} />
        Kontor
      </Link>
      <ul>
        {screens.map(({ path, tab }) => {
          if (!tab) return null
          const { icon: Icon, label } = tab
          return (
            <li key={path}>
              <Link
                to={path}
                className={classes.tab}
                data-current={path === (current?.parentTab ?? current?.path) || undefined}
                aria-current={path === current?.path ? 'page' : undefined}
              >
                <span className={classes.icon} style={{ overflow: 'visible' }}>
                  <Icon size={22} aria-hidden />
                  <Badge count={unread[path] ?? 0} />
                </span>
                <span>{label[locale]}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
