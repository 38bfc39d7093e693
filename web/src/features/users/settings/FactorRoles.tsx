import { type Role, roleLabels, roles } from '@kontor/contract/lib/http/about'
import { allPermissions } from '@kontor/contract/permissions'
import { rolePermissions } from '@kontor/contract/users/roles'
import { settings } from '@kontor/contract/users/settings'
import { Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import type { EditedOffice } from './EditedOffice.tsx'
import classes from './Office.module.css'

interface FactorRolesProps {
  edited: EditedOffice
  /** The role of the current user. */
  ownRole: Role | undefined
  onChoose: (role: Role, isRequired: boolean) => void
}

/** The roles that require a second factor, and the consequences for users without one. */
export function FactorRoles({ edited: { saved, secured }, ownRole, onChoose }: FactorRolesProps) {
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
          const reaches = allPermissions.every((right) => !rights.includes(right) || can(right))
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
        <p className={classes.warning} role="status">
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          <span>
            {t('office.factor_warning')}
            {ownRole && secured.has(ownRole) && ` ${t('office.factor_own')}`}
          </span>
        </p>
      )}
    </section>
  )
}
