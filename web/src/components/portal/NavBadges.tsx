import { Link, useRouterState } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import cards from './card.module.css'
import classes from './NavBadges.module.css'
import type { PortalScreen } from './screen.ts'

interface NavBadgesContent {
  screens: readonly PortalScreen[]
  /** Number of unread items per screen path. */
  unread: Readonly<Record<string, number>>
}

const NavBadgesContext = createContext<NavBadgesContent>({ screens: [], unread: {} })

/** Provides the icons that every page header shows. */
export const NavBadgesProvider = NavBadgesContext.Provider

/** The icon links at the top right of every screen. */
export function NavBadges() {
  const { locale } = useLanguage()
  const { screens, unread } = useContext(NavBadgesContext)
  const open = useRouterState({ select: ({ matches }) => String(matches.at(-1)?.fullPath) })
  return screens.map(({ path, headerLink }) => {
    if (!headerLink) return null
    const { icon: Icon, label, Pinned } = headerLink
    return (
      <Link
        key={path}
        to={path}
        className={`${cards.round} ${classes.icon}`}
        title={label[locale]}
        aria-current={path === open ? 'page' : undefined}
      >
        <Icon size={22} aria-hidden />
        <Badge count={unread[path] ?? 0} />
        {Pinned && <Pinned />}
        <span className={classes.name}>{label[locale]}</span>
      </Link>
    )
  })
}

/** The links of a screen's group, if it belongs to one. */
export function Siblings() {
  const { locale } = useLanguage()
  const { screens } = useContext(NavBadgesContext)
  const open = useRouterState({ select: ({ matches }) => String(matches.at(-1)?.fullPath) })
  const group = screens.find(({ path }) => path === open)?.among?.group
  if (!group) return null
  const siblings = screens
    .flatMap(({ path, among }) => (among?.group === group ? [{ path, ...among }] : []))
    .sort((a, b) => a.place - b.place)
  return (
    <nav className={classes.siblings}>
      {siblings.map(({ path, label }) => (
        <Link key={path} to={path} replace aria-current={path === open ? 'page' : undefined}>
          {label[locale]}
        </Link>
      ))}
    </nav>
  )
}

/** The number of unread items, on an icon. */
export function Badge({ count }: { count: number }) {
  const t = useTranslations()
  if (count === 0) return null
  return (
    <span className={classes.badge} role="img" aria-label={t('portal.unread', { count })}>
      {count > 99 ? '99+' : count}
    </span>
  )
}
