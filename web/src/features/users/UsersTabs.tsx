import { jobs } from '@kontor/contract/users/jobs'
import { apiKeys } from '@kontor/contract/users/keys'
import { signIns } from '@kontor/contract/users/signIns'
import { webhooks } from '@kontor/contract/webhooks'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { TabLinks } from '../../components/ui/tabs/TabLinks.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'

const activeOptions = { explicitUndefined: true }

/** The tabs of the screen, by URL: users, roles, API keys, webhooks, sign-ins, jobs and office settings. */
export function UsersTabs() {
  const t = useTranslations()
  const can = usePermission()
  return (
    <TabLinks label={t('roles.screen')}>
      <Link to="/users" search={{ tab: undefined }} activeOptions={activeOptions}>
        {t('features.users.title')}
      </Link>
      <Link to="/users" search={{ tab: 'roles' }} activeOptions={activeOptions}>
        {t('features.roles.title')}
      </Link>
      {can(apiKeys.index.permission) && (
        <Link to="/users" search={{ tab: 'keys' }} activeOptions={activeOptions}>
          {t('features.apiKeys.title')}
        </Link>
      )}
      {can(webhooks.index.permission) && <Link to="/webhooks">{t('keys.webhooks')}</Link>}
      {can(signIns.index.permission) && (
        <Link to="/users" search={{ tab: 'sign_ins' }} activeOptions={activeOptions}>
          {t('features.signIns.title')}
        </Link>
      )}
      {can(jobs.index.permission) && (
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
