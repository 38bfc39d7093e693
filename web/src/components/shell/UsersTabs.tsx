import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { inNextFrame } from '../../lib/layout/nextFrame.ts'
import { type Can, usePermission } from '../../lib/permissions/usePermission.ts'
import classes from '../ui/tabs/Tabs.module.css'

const activeOptions = { explicitUndefined: true }

// The titles of the screens' lists, written again: their imports would load all five lists with each of the screens.
const usersTabs = [
  { to: '/users', tab: undefined, label: { cnr: 'Korisnici', en: 'Users' }, permission: 'users.see' },
  { to: '/users', tab: 'roles', label: { cnr: 'Uloge', en: 'Roles' }, permission: 'users.see' },
  {
    to: '/users',
    tab: 'keys',
    label: { cnr: 'API ključevi', en: 'API keys' },
    permission: 'users.administer',
  },
  {
    to: '/webhooks',
    tab: undefined,
    label: { cnr: 'Webhookovi', en: 'Webhooks' },
    permission: 'webhooks.see',
  },
  {
    to: '/users',
    tab: 'sign_ins',
    label: { cnr: 'Prijave', en: 'Sign-ins' },
    permission: 'users.administer',
  },
  { to: '/users', tab: 'jobs', label: { cnr: 'Poslovi', en: 'Jobs' }, permission: 'users.administer' },
  { to: '/users', tab: 'office', label: { cnr: 'Kancelarija', en: 'Office' }, permission: 'users.see' },
] as const satisfies readonly { permission: RequiredPermission; [key: string]: unknown }[]

/** Whether the user may see a tab of /users. */
export const canSeeTab = (can: Can, tab: unknown) =>
  usersTabs.every((one) => one.to !== '/users' || one.tab !== tab || can(one.permission))

/** The tabs of users, roles, API keys, webhooks, sign-ins, jobs and office settings that the user may see, by URL. */
export function UsersTabs() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const can = usePermission()
  const shown = usersTabs.filter(({ permission }) => can(permission))
  if (shown.length < 2) return null // who sees only webhooks
  return (
    <TabLinks label={t('roles.screen')}>
      {shown.map(({ to, tab, label }) => (
        <Link key={label.en} to={to} search={{ tab }} activeOptions={activeOptions}>
          {label[locale]}
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
