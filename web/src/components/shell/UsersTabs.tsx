import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { TabLinks } from '../ui/tabs/TabLinks.tsx'

const activeOptions = { explicitUndefined: true }

/** The tabs of users, roles, API keys, webhooks, sign-ins, jobs and office settings, by URL. */
export function UsersTabs() {
  const t = useTranslations()
  const can = usePermission()
  const isAdmin = can('users.administer')
  return (
    <TabLinks label={t('roles.screen')}>
      <Link to="/users" search={{ tab: undefined }} activeOptions={activeOptions}>
        {t('features.users.title')}
      </Link>
      <Link to="/users" search={{ tab: 'roles' }} activeOptions={activeOptions}>
        {t('features.roles.title')}
      </Link>
      {isAdmin && (
        <Link to="/users" search={{ tab: 'keys' }} activeOptions={activeOptions}>
          {t('features.apiKeys.title')}
        </Link>
      )}
      {can('webhooks.see') && <Link to="/webhooks">{t('keys.webhooks')}</Link>}
      {isAdmin && (
        <Link to="/users" search={{ tab: 'sign_ins' }} activeOptions={activeOptions}>
          {t('features.signIns.title')}
        </Link>
      )}
      {isAdmin && (
        <Link to="/users" search={{ tab: 'jobs' }} activeOptions={activeOptions}>
          {t('features.jobs.title')}
        </Link>
      )}
      <Link to="/users" search={{ tab: 'office' }} activeOptions={activeOptions}>
        {t('office.title')}
      </Link>
    </TabLinks>
  )
}
