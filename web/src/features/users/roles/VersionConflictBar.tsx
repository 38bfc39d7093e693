import { roleLabels } from '@kontor/contract/lib/http/about'
import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { allPermissions, permissionLabels } from '@kontor/contract/permissions'
import type { RoleRow } from '@kontor/contract/users/roles'
import { IconUserEdit, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useChangedBy } from '../../../components/form/conflict/useChangedBy.ts'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './VersionConflictBar.module.css'

/** A role that somebody else has saved since it was loaded: before and now. */
export interface Other {
  before: RoleRow
  now: RoleRow
  by: ErrorBody['saved_by']
}

/**
 * Shows who has changed what meanwhile. Their changes are already applied; the user's own ones stay to be
 * checked and saved.
 */
export function VersionConflictBar({ before, now, by, onClose }: Other & { onClose: () => void }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const who = useChangedBy(by)
  const words = (these: RoleRow, others: RoleRow) =>
    allPermissions
      .filter((permission) => these.rights.includes(permission) && !others.rights.includes(permission))
      .map((permission) => permissionLabels[permission]?.[locale])
      .join(', ')
  const granted = words(now, before)
  const revoked = words(before, now)
  return (
    <div className={classes.bar} role="alert">
      <IconUserEdit size={18} aria-hidden />
      <p>
        <b>{t('roles.conflict', { who, role: roleLabels[now.role][locale] })}</b>
        {granted && ` ${t('roles.given', { rights: granted })}`}
        {revoked && ` ${t('roles.taken', { rights: revoked })}`} {t('roles.conflict_text')}
      </p>
      <IconButton size="small" icon={IconX} label={t('common.close')} onClick={onClose} />
    </div>
  )
}
