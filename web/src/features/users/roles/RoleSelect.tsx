import { type Role, roleLabels, roles } from '@kontor/contract/lib/http/about'
import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/** Selects the displayed role. */
export function RoleSelect({ role, onChoose }: { role: Role; onChoose: (role: Role) => void }) {
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
