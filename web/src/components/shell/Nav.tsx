import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { Mark } from './Mark.tsx'
import classes from './Nav.module.css'
import { NavGroup } from './NavGroup.tsx'
import { groups, type Screen } from './screen.ts'
import { useUnreadCounts } from './unreadCounts.ts'

interface NavProps {
  screens: readonly Screen[]
  isFolded: boolean
  /** Collapses to icons or expands; absent where it is an overlay. */
  onFold?: () => void
  /** Closes the overlay. */
  onClose?: () => void
  className?: string | undefined
}

/** The navigation: home, then the screens by group. Collapsed it shows icons only. */
export function Nav({ screens, isFolded, onFold, onClose, className }: NavProps) {
  const t = useTranslations()
  const item = (screen: Screen) => <NavItem key={screen.path} screen={screen} isFolded={isFolded} />
  const filled = groups.filter((group) => screens.some((screen) => screen.group === group))
  const fold = t(isFolded ? 'shell.expand' : 'shell.collapse')
  const FoldIcon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav
      className={`${classes.nav} ${className ?? ''}`}
      aria-label={t('shell.menu')}
      data-folded={isFolded || undefined}
    >
      <div className={classes.brand}>
        <Mark size={22} />
        <span className={classes.name}>Kontor</span>
        {onFold && (
          <ActionIcon size={28} aria-label={fold} title={fold} onClick={onFold}>
            <FoldIcon size={18} />
          </ActionIcon>
        )}
        {onClose && (
          <ActionIcon size={44} aria-label={t('shell.close_menu')} onClick={onClose}>
            <IconX size={20} />
          </ActionIcon>
        )}
      </div>
      <ul>{screens.filter((screen) => screen.path === '/').map(item)}</ul>
      {filled.map((group) => (
        <NavGroup
          key={group}
          group={group}
          isFolded={isFolded}
          item={item}
          screens={screens.filter((screen) => screen.group === group)}
        />
      ))}
    </nav>
  )
}

function NavItem({ screen, isFolded }: { screen: Screen; isFolded: boolean }) {
  const { locale } = useLanguage()
  const badge = useUnreadCounts()[screen.path]
  const waiting = badge && badge.count > 0 ? badge : undefined
  const label = screen.label[locale]
  const name = waiting ? `${label}: ${waiting.text}` : label
  return (
    <li>
      <Link
        to={screen.path}
        activeOptions={{ exact: screen.path === '/', includeSearch: false }}
        {...(isFolded && { title: name, 'aria-label': name })}
      >
        <screen.icon size={18} aria-hidden />
        <span className={classes.label}>{label}</span>
        {waiting && (
          <span className={classes.waiting} data-quiet={!waiting.isNews || undefined} title={waiting.text}>
            <span aria-hidden>{waiting.count > 99 ? '99+' : waiting.count}</span>
            <VisuallyHidden>{waiting.text}</VisuallyHidden>
          </span>
        )}
      </Link>
    </li>
  )
}
