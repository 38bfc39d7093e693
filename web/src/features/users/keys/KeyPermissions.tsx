import { type Permission, verbLabels } from '@kontor/contract/lib/http/permissions'
import { apiKeyPermissions } from '@kontor/contract/permissions'
import { rolePermissions } from '@kontor/contract/users/roles'
import { Input, Radio } from '@mantine/core'
import { Fragment, useEffect, useId } from 'react'
import { useTranslations } from 'use-intl'
import check from '../../../components/data-table/check.module.css'
import { underField } from '../../../components/form/FieldMessage.tsx'
import { useField, useFormField } from '../../../components/form/FormContext.ts'
import { groups } from '../../../components/shell/screen.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { type Ticks, tick, withTicks } from '../../../lib/permissions/ticks.ts'
import { useHidden, usePermission } from '../../../lib/permissions/usePermission.ts'
import { type AreaRow, areaRows, columns } from '../roles/AreaRows.tsx'
import classes from './Keys.module.css'

const NONE: Ticks = new Map()

/**
 * The permissions of a key: all of its role, or the selected ones. Only permissions that both the role
 * and the creator have are offered.
 */
export function KeyPermissions() {
  const t = useTranslations()
  const name = useId()
  const { value, error, set } = useField({ name: 'rights', label: t('keys.rights') })
  const chosen = Array.isArray(value)
    ? new Set<Permission>(apiKeyPermissions.filter((one) => value.includes(one)))
    : null
  const grantable = useGrantable()
  // Another role may have fewer permissions: those no longer offered are deselected.
  useEffect(() => {
    if (!grantable || !Array.isArray(value)) return
    const left = value.filter((one) => grantable.has(one))
    if (left.length < value.length) set(left)
  })
  return (
    <Input.Wrapper
      className={classes.rights ?? ''}
      label={t('keys.rights')}
      labelElement="div"
      {...underField(error, t('keys.rights_help'))}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
    >
      <fieldset aria-label={t('keys.rights')} data-wrong={error ? '' : undefined} tabIndex={-1}>
        <div className={classes.options}>
          <Radio name={name} label={t('keys.all_rights')} checked={!chosen} onChange={() => set(null)} />
          <Radio name={name} label={t('keys.some_rights')} checked={!!chosen} onChange={() => set([])} />
        </div>
        {chosen && grantable && (
          <Areas
            grantable={grantable}
            chosen={chosen}
            onTick={(permission, on) => set([...withTicks(chosen, tick(NONE, chosen, permission, on))])}
          />
        )}
      </fieldset>
    </Input.Wrapper>
  )
}

/** The permissions that the current user can give to a key of the selected role. */
function useGrantable() {
  const can = usePermission()
  const { value: role } = useFormField('role')
  const { data } = useApiQuery(rolePermissions.index, {})
  const ofRole = data?.find((one) => one.role === role)?.rights
  return ofRole && new Set(apiKeyPermissions.filter((one) => ofRole.includes(one) && can(one)))
}

interface AreasProps {
  grantable: ReadonlySet<Permission>
  chosen: ReadonlySet<Permission>
  onTick: (permission: Permission, on: boolean) => void
}

/** The areas, as in the matrix of roles. */
function Areas({ grantable, chosen, onTick }: AreasProps) {
  const t = useTranslations()
  const hidden = useHidden()
  const rows = areaRows.filter(
    ({ key, cells }) => !hidden.has(key) && columns.some((verb) => grantable.has(cells[verb] ?? '.see')),
  )
  return (
    <div className={classes.areas}>
      {groups
        .filter((group) => rows.some((row) => row.group === group))
        .map((group) => (
          <Fragment key={group}>
            <h3>{t(`groups.${group}`)}</h3>
            {rows
              .filter((row) => row.group === group)
              .map((row) => (
                <AreaPermissions
                  key={row.key}
                  row={row}
                  grantable={grantable}
                  chosen={chosen}
                  onTick={onTick}
                />
              ))}
          </Fragment>
        ))}
    </div>
  )
}

function AreaPermissions({ row, grantable, chosen, onTick }: AreasProps & { row: AreaRow }) {
  const { locale } = useLanguage()
  const { icon: Icon, label, cells } = row
  return (
    <fieldset className={classes.area} aria-label={label[locale]}>
      <span>
        <Icon size={16} aria-hidden />
        {label[locale]}
      </span>
      <div className={classes.verbs}>
        {columns.map((verb) => {
          const permission = cells[verb]
          if (!permission || !grantable.has(permission)) return <i key={verb} />
          return (
            <label key={verb}>
              <input
                type="checkbox"
                className={check.check}
                checked={chosen.has(permission)}
                onChange={({ currentTarget }) => onTick(permission, currentTarget.checked)}
              />
              {verbLabels[verb][locale]}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
