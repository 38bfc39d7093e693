import { type Role, roleLabels, roles, shellRoutes } from '@kontor/contract/lib/http/about'
import { allPermissions, permissionAreas } from '@kontor/contract/permissions'
import { rolePermissions } from '@kontor/contract/users/roles'
import { hideable, settings } from '@kontor/contract/users/settings'
import { Checkbox, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { HistoryButton } from '../../../components/form/HistoryButton.tsx'
import { groups } from '../../../components/shell/screen.ts'
import { UsersTabs } from '../../../components/shell/UsersTabs.tsx'
import { Failed } from '../../../components/ui/Notice.tsx'
import { PageBody, PageHeader } from '../../../components/ui/page-header/PageHeader.tsx'
import { Warning } from '../../../components/ui/secret-dialog/Warning.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { type Chosen, type EditedOffice, editedOffice } from './EditedOffice.tsx'
import classes from './Office.module.css'
import { OfficeSaveBar } from './OfficeSaveBar.tsx'

const NOTHING: Chosen = new Map()

/** The office-wide settings: which record types are used, and which roles require a second factor. */
export function OfficePage() {
  const t = useTranslations()
  const { data, isError, refetch } = useApiQuery(settings.get, {})
  const me = useApiQuery(shellRoutes.me, {}).data
  const [chosen, setChosen] = useState(NOTHING)
  useRefresh('rights', [settings.get])
  const edited = data && editedOffice(data, chosen)
  const choose = (name: string, on: boolean) => setChosen((all) => new Map(all).set(name, on))
  return (
    <>
      <PageHeader title={t('roles.screen')}>
        {data && <HistoryButton feature="settings" row={data} recordName={t('office.title')} />}
      </PageHeader>
      <UsersTabs />
      {isError && !data && (
        <Failed title={t('office.failed')} text={t('roles.failed_text')} onRetry={() => void refetch()} />
      )}
      {edited && (
        <PageBody>
          <ShownRecords edited={edited} onChoose={choose} />
          <FactorRoles edited={edited} ownRole={me?.role} onChoose={choose} />
        </PageBody>
      )}
      {edited && (
        <OfficeSaveBar edited={edited} onDone={() => setChosen((now) => (now === chosen ? NOTHING : now))} />
      )}
    </>
  )
}

interface ShownRecordsProps {
  edited: EditedOffice
  onChoose: (name: string, isHidden: boolean) => void
}

/** The record types that the office uses, by navigation group; the others are hidden. */
function ShownRecords({ edited, onChoose }: ShownRecordsProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const can = usePermission()
  return (
    <section className={classes.card} aria-labelledby="office-records">
      <h2 id="office-records">{t('office.records')}</h2>
      <p>{t('office.records_text')}</p>
      {groups.map((group) => {
        const names = hideable.filter((name) => permissionAreas[name].group === group)
        return (
          names.length > 0 && (
            <fieldset key={group} className={classes.group}>
              <legend>{t(`groups.${group}`)}</legend>
              {names.map((name) => (
                <Switch
                  key={name}
                  label={permissionAreas[name].label[locale]}
                  checked={!edited.hidden.has(name)}
                  disabled={!can(settings.update.permission)}
                  onChange={({ currentTarget }) => onChoose(name, !currentTarget.checked)}
                />
              ))}
            </fieldset>
          )
        )
      })}
    </section>
  )
}

interface FactorRolesProps {
  edited: EditedOffice
  /** The role of the current user. */
  ownRole: Role | undefined
  onChoose: (role: Role, isRequired: boolean) => void
}

/** The roles that require a second factor, and the consequences for users without one. */
function FactorRoles({ edited: { saved, secured }, ownRole, onChoose }: FactorRolesProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const can = usePermission()
  const { data } = useApiQuery(rolePermissions.index, {})
  const isNew = roles.some((role) => secured.has(role) && !saved.second_factor_roles.includes(role))
  return (
    <section className={classes.card} aria-labelledby="office-factor">
      <h2 id="office-factor">{t('office.factor')}</h2>
      <p>{t('office.factor_text')}</p>
      <div className={classes.group}>
        {roles.map((role) => {
          const { users = [], rights = [] } = data?.find((one) => one.role === role) ?? {}
          const reaches = allPermissions.every((one) => !rights.includes(one) || can(one))
          return (
            <Checkbox
              key={role}
              label={roleLabels[role][locale]}
              description={users.map(({ name }) => name).join(', ') || t('roles.nobody')}
              checked={secured.has(role)}
              disabled={!can(settings.update.permission) || !reaches}
              onChange={({ currentTarget }) => onChoose(role, currentTarget.checked)}
            />
          )
        })}
      </div>
      {isNew && (
        <Warning className={classes.warning} role="status">
          <span>
            {t('office.factor_warning')}
            {ownRole && secured.has(ownRole) && ` ${t('office.factor_own')}`}
          </span>
        </Warning>
      )}
    </section>
  )
}
