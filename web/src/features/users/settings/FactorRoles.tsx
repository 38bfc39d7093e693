import { type Role, roleLabels, roles } from '@kontor/contract/kit/api/about'
import { allRights } from '@kontor/contract/rights'
import { roleRights } from '@kontor/contract/users/roles'
import { settings } from '@kontor/contract/users/settings'
import { Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { useMay } from '../../../kit/rights/useMay.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from '../texts.ts'
import type { EditedOffice } from './EditedOffice.tsx'
import classes from './Office.module.css'

interface FactorRolesProps {
  edited: EditedOffice
  /** The role of who looks. */
  own: Role | undefined
  onChoose: (role: Role, isRequired: boolean) => void
}

/** For which roles a password is not enough, and what that means for those who have nothing else yet. */
export function FactorRoles({ edited: { saved, secured }, own, onChoose }: FactorRolesProps) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const may = useMay()
  const { data } = useRoute(roleRights.index, {})
  const isNew = roles.some((role) => secured.has(role) && !saved.second_factor_roles.includes(role))
  return (
    <section className={classes.card} aria-labelledby="office-factor">
      <h2 id="office-factor">{t('office.factor')}</h2>
      <p>{t('office.factor_text')}</p>
      <div className={classes.group}>
        {roles.map((role) => {
          const { users = [], rights = [] } = data?.find((one) => one.role === role) ?? {}
          const reaches = allRights.every((right) => !rights.includes(right) || may(right))
          return (
            <Checkbox
              key={role}
              label={roleLabels[role][locale]}
              description={users.map(({ name }) => name).join(', ') || t('roles.nobody')}
              checked={secured.has(role)}
              disabled={!may(settings.update.needs) || !reaches}
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
            {own && secured.has(own) && ` ${t('office.factor_own')}`}
          </span>
        </p>
      )}
    </section>
  )
}
