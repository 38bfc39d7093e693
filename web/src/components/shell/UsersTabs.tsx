import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { inNextFrame } from '../../lib/layout/nextFrame.ts'
import { type Can, usePermission } from '../../lib/permissions/usePermission.ts'
import classes from '../ui/tabs/Tabs.module.css'

const activeOptions = { explicitUndefined: true }

const usersTabs = [
  { to: '/users', tab: undefined, label: 'features.users.title', permission: 'users.see' },
  { to: '/users', tab: 'roles', label: 'features.roles.title', permission: 'users.see' },
  { to: '/users', tab: 'keys', label: 'features.apiKeys.title', permission: 'users.administer' },
  { to: '/webhooks', tab: undefined, label: 'keys.webhooks', permission: 'webhooks.see' },
  { to: '/users', tab: 'sign_ins', label: 'features.signIns.title', permission: 'users.administer' },
  { to: '/users', tab: 'jobs', label: 'features.jobs.title', permission: 'users.administer' },
  { to: '/users', tab: 'office', label: 'office.title', permission: 'users.see' },
] as const satisfies readonly { permission: RequiredPermission; [key: string]: unknown }[]

/** Whether the user may see a tab of /users. */
export const canSeeTab = (can: Can, tab: unknown) =>
  usersTabs.every((one) => one.to !== '/users' || one.tab !== tab || can(one.permission))

/** The tabs of users, roles, API keys, webhooks, sign-ins, jobs and office settings that the user may see, by URL. */
export function UsersTabs() {
  const t = useTranslations()
  const can = usePermission()
  const shown = usersTabs.filter(({ permission }) => can(permission))
  if (shown.length < 2) return null // who sees only webhooks
  return (
    <TabLinks label={t('roles.screen')}>
      {shown.map(({ to, tab, label }) => (
        <Link key={label} to={to} search={{ tab }} activeOptions={activeOptions}>
          {t(label)}
        </Link>
      ))}
    </TabLinks>
  )
}

/** Tabs with routes of their own: links, with the current one marked by the router. */
function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  // On narrow screens the current tab may be outside of the view. Each route renders its own tabs, so once
  // is enough.
  useEffect(
    () =>
      inNextFrame(() =>
        nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
      ),
    [],
  )
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
