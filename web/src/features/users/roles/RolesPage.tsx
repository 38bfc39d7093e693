import { type Role, roleLabels, roles } from '@kontor/contract/lib/http/about'
import { isUnlimited } from '@kontor/contract/permissions'
import { rolePermissions } from '@kontor/contract/users/roles'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { HistoryButton } from '../../../components/form/HistoryButton.tsx'
import { UsersTabs } from '../../../components/shell/UsersTabs.tsx'
import { Failed } from '../../../components/ui/Notice.tsx'
import { PageHeader } from '../../../components/ui/page-header/PageHeader.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useIsPhone } from '../../../lib/layout/useMedia.ts'
import { editedRoles, type Ticked } from './EditedRole.tsx'
import { Matrix } from './Matrix.tsx'
import classes from './RolesPage.module.css'
import { RoleVisibility } from './RoleVisibility.tsx'
import { SaveBar } from './SaveBar.tsx'
import { type Other, VersionConflictBar } from './VersionConflictBar.tsx'

const NOTHING: Ticked = {}

/** The permissions of each role as a matrix, with a preview of what users of the selected role see. */
export function RolesPage() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { data, isError, refetch } = useApiQuery(rolePermissions.index, {})
  const [ticked, setTicked] = useState(NOTHING)
  const [conflict, setConflict] = useState<Other | null>(null)
  const [role, choose] = useState<Role>('user_financier')
  const isPhone = useIsPhone()
  const edited = editedRoles(data ?? [], ticked)
  const chosen = edited.find((one) => one.role === role)
  const users = edited.flatMap((one) => one.users).length
  return (
    <>
      <PageHeader title={t('roles.screen')} count={data && t('roles.count', { users, roles: edited.length })}>
        {chosen && !isUnlimited(role) && (
          <HistoryButton feature="roles" row={chosen} recordName={roleLabels[role][locale]} />
        )}
      </PageHeader>
      <UsersTabs />
      {isError && !data && (
        <Failed title={t('roles.failed')} text={t('roles.failed_text')} onRetry={() => void refetch()} />
      )}
      {conflict && <VersionConflictBar {...conflict} onClose={() => setConflict(null)} />}
      {chosen && (
        <div className={classes.halves}>
          <div className={classes.matrix}>
            {isPhone && <RoleSelect role={role} onChoose={choose} />}
            <Matrix
              roles={isPhone ? [chosen] : edited}
              chosen={role}
              onChoose={choose}
              onTick={(of, ticks) => setTicked((all) => ({ ...all, [of]: ticks }))}
            />
          </div>
          <RoleVisibility role={chosen} select={!isPhone && <RoleSelect role={role} onChoose={choose} />} />
        </div>
      )}
      <SaveBar
        edited={edited}
        onSaved={(of, saved) =>
          setTicked(({ [of]: ticks, ...rest }) => (ticks === saved ? rest : { ...rest, [of]: ticks }))
        }
        onConflict={setConflict}
        onLeave={() => {
          setTicked(NOTHING)
          setConflict(null)
        }}
      />
    </>
  )
}

/** Selects the displayed role. */
function RoleSelect({ role, onChoose }: { role: Role; onChoose: (role: Role) => void }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  return (
    <NativeSelect
      aria-label={t('users.role')}
      value={role}
      data={roles.map((value) => ({ value, label: roleLabels[value][locale] }))}
      onChange={({ currentTarget }) => {
        const next = roles.find((one) => one === currentTarget.value)
        if (next) onChoose(next)
      }}
    />
  )
}
