import { acceptedPermissions, type Permission } from '@kontor/contract/lib/http/permissions'
import { keysOf } from '@kontor/contract/lib/lists/keys'
import { type Area, isUnlimited, type PermissionArea, permissionAreas } from '@kontor/contract/permissions'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { menu } from '../../../app/navigation.ts'
import { groups, screensFor } from '../../../components/shell/screen.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useHidden } from '../../../lib/permissions/usePermission.ts'
import type { EditedRole } from './EditedRole.tsx'
import classes from './RoleVisibility.module.css'

/**
 * What users of a role see, including unsaved changes: the navigation, read-only screens, and hidden
 * ones.
 */
export function RoleVisibility({ role, select }: { role: EditedRole; select: ReactNode }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const unused = useHidden()
  const hidden = keysOf(permissionAreas).filter(
    (area) => !role.rights.has(`${area}.see`) && !unused.has(area),
  )
  const names = hidden.map((area) => permissionAreas[area].label[locale])
  const Icon = hidden.length > 0 ? IconEyeOff : IconEye
  return (
    <aside className={classes.panel} aria-label={t('roles.sees')}>
      <header>
        <h2>{t('roles.sees')}</h2>
        {select}
      </header>
      <p className={classes.users}>
        {role.users.length > 0 ? role.users.map(({ name }) => name).join(', ') : t('roles.nobody')}
      </p>
      <Menu role={role} />
      <p className={classes.line}>
        <Icon size={16} aria-hidden />
        <span>{hidden.length > 0 ? t('roles.hidden', { areas: names.join(', ') }) : t('roles.all')}</span>
      </p>
      {isUnlimited(role.role) && <p className={classes.users}>{t('roles.locked')}</p>}
    </aside>
  )
}

function Menu({ role: { rights } }: { role: EditedRole }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const shown = screensFor(
    menu,
    (permission) =>
      !permission ||
      permission === 'signed-in' ||
      acceptedPermissions(permission).some((one) => rights.has(one)),
    useHidden(),
  )
  const items = (some: typeof shown) => (
    <ul>
      {some.map(({ path, icon: Icon, label, permission }) => (
        <li key={path}>
          <Icon size={16} aria-hidden />
          {label[locale]}
          <span className={classes.note}>{noteOf(permission, rights, t)}</span>
        </li>
      ))}
    </ul>
  )
  const filled = groups.filter((group) => shown.some((screen) => screen.group === group))
  return (
    <div className={classes.menu}>
      {items(shown.filter(({ path }) => path === '/'))}
      {filled.map((group) => (
        <section key={group}>
          <h3>{t(`groups.${group}`)}</h3>
          {items(shown.filter((screen) => screen.group === group))}
        </section>
      ))}
    </div>
  )
}

/** The note of an area with partial permissions. */
function noteOf(
  permission: unknown,
  rights: ReadonlySet<Permission>,
  t: (key: 'roles.reads' | 'roles.writes') => string,
) {
  const name = keysOf(permissionAreas).find((area) => permission === `${area}.see`)
  if (!name) return null
  const { verbs }: Area = permissionAreas[name]
  const has = (verb: 'change' | 'send') => rights.has(`${name satisfies PermissionArea}.${verb}`)
  if (has('change')) return null
  if (has('send')) return verbs.includes('change') ? t('roles.writes') : null
  return verbs.includes('change') || verbs.includes('send') ? t('roles.reads') : null
}
