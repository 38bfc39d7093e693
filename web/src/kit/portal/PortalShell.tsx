// portal: what the screens of the partners’ app have in common. Also entered at Answer.tsx, Bones.tsx,
// LastSeen.tsx, More.tsx, Page.tsx, Search.tsx, Way.tsx, device.ts (whether it can be pushed to), screen.ts.
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ConnectionBar } from '../live/ConnectionBar.tsx'
import { Mark } from '../shell/Mark.tsx'
import { useFocusOnArrival } from '../shell/useFocusOnArrival.ts'
import { useLanguage } from '../texts/i18n.tsx'
import classes from './PortalShell.module.css'
import { Badge, SignsProvider } from './Signs.tsx'
import type { AppScreen } from './screen.ts'

interface Props {
  screens: readonly AppScreen[]
  /** How much there is to read behind a screen, by its path. */
  unread: Readonly<Record<string, number>>
  /** What concerns every screen, shown above the current one. */
  notice: ReactNode
}

/** The partners' app around a screen: tabs under the thumb on a phone, above the screen on a desk. */
export function PortalShell({ screens, unread, notice }: Props) {
  const t = useTranslations()
  const main = useRef<HTMLElement>(null)
  useFocusOnArrival(main)
  return (
    <>
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      <Tabs screens={screens} unread={unread} />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <ConnectionBar brief />
        {notice}
        <SignsProvider value={{ screens, unread }}>
          <Outlet />
        </SignsProvider>
      </main>
    </>
  )
}

function Tabs({ screens, unread }: Omit<Props, 'notice'>) {
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
                data-current={path === (current?.under ?? current?.path) || undefined}
                aria-current={path === current?.path ? 'page' : undefined}
              >
                <span className={classes.sign} style={{ overflow: 'visible' }}>
                  <Icon size={22} stroke={1.6} aria-hidden />
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
