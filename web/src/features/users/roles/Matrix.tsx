import { type Role, roleLabels, shellRoutes } from '@kontor/contract/lib/http/about'
import { type Permission, verbLabels } from '@kontor/contract/lib/http/permissions'
import { isUnlimited } from '@kontor/contract/permissions'
import { rolePermissions } from '@kontor/contract/users/roles'
import { VisuallyHidden } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import check from '../../../components/data-table/check.module.css'
import { groups } from '../../../components/shell/screen.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { mayTick, type Ticks, tick } from '../../../lib/permissions/ticks.ts'
import { useHidden, usePermission } from '../../../lib/permissions/usePermission.ts'
import { type AreaRow, areaRows, columns } from './AreaRows.tsx'
import type { EditedRole } from './EditedRole.tsx'
import classes from './Matrix.module.css'

interface MatrixProps {
  roles: readonly EditedRole[]
  chosen: Role
  onChoose: (role: Role) => void
  onTick: (role: Role, ticks: Ticks) => void
}

/**
 * The permission matrix: areas as rows, roles and verbs as columns. Arrow keys move between checkboxes,
 * Space toggles; Tab leaves.
 */
export function Matrix(props: MatrixProps) {
  const { roles, chosen } = props
  const t = useTranslations()
  const hidden = useHidden()
  const [entry, setEntry] = useState('')
  const ownRole = useApiQuery(shellRoutes.me, {}).data?.role
  return (
    <section className={classes.wrap} aria-label={t('roles.matrix')}>
      <table className={classes.matrix} data-single={roles.length === 1 || undefined} onKeyDown={walk}>
        <caption>
          <VisuallyHidden>{t('roles.matrix_help')}</VisuallyHidden>
        </caption>
        <colgroup>
          <col />
          {roles.map(({ role }) => columns.map((verb) => <col key={`${role} ${verb}`} data-verb={verb} />))}
        </colgroup>
        <Head {...props} />
        {groups.map((group) => (
          <tbody key={group}>
            <tr className={classes.group}>
              <th scope="rowgroup">{t(`groups.${group}`)}</th>
              {roles.map(({ role }) => (
                <td key={role} colSpan={columns.length} data-chosen={role === chosen || undefined} />
              ))}
            </tr>
            {areaRows
              .filter((row) => row.group === group && !hidden.has(row.key))
              .map((row) => (
                <Row key={row.key} row={row} {...props} ownRole={ownRole} entry={entry} onEnter={setEntry} />
              ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function Head({ roles, chosen, onChoose }: MatrixProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  return (
    <thead>
      <tr className={classes.roles}>
        <th scope="col" rowSpan={2}>
          {t('roles.area')}
        </th>
        {roles.map(({ role, users }) => (
          <th key={role} scope="colgroup" colSpan={columns.length} data-chosen={role === chosen || undefined}>
            <button
              type="button"
              title={isUnlimited(role) ? t('roles.locked') : undefined}
              aria-pressed={role === chosen}
              onClick={() => onChoose(role)}
            >
              {isUnlimited(role) && <IconLock size={14} aria-hidden />}
              {roleLabels[role][locale]}
              <span className={classes.number} aria-hidden>
                {users.length}
              </span>
              <VisuallyHidden>{t('roles.users', { count: users.length })}</VisuallyHidden>
            </button>
          </th>
        ))}
      </tr>
      <tr className={classes.verbs}>
        {roles.map(({ role }) =>
          columns.map((verb) => (
            <th key={`${role} ${verb}`} scope="col" data-chosen={role === chosen || undefined}>
              {verbLabels[verb][locale]}
            </th>
          )),
        )}
      </tr>
    </thead>
  )
}

interface RowProps extends MatrixProps {
  row: AreaRow
  /** The role of the current user. */
  ownRole: Role | undefined
  /** The checkbox that Tab reaches. */
  entry: string
  onEnter: (box: string) => void
}

function Row({ row, ownRole, roles, chosen, entry, onEnter, onChoose, onTick }: RowProps) {
  const { locale } = useLanguage()
  const can = usePermission()
  const { icon: Icon } = row
  // Only a role without limits grants and revokes permissions to administer.
  const reaches = (one: Permission) =>
    can(one) && (!one.endsWith('.administer') || (ownRole !== undefined && isUnlimited(ownRole)))
  const canTick = ({ role, rights }: EditedRole, permission: Permission) =>
    !isUnlimited(role) && can(rolePermissions.update.permission) && mayTick(rights, permission, reaches)
  return (
    <tr className={classes.row}>
      <th scope="row">
        <span className={classes.name}>
          <Icon size={16} aria-hidden />
          {row.label[locale]}
        </span>
      </th>
      {roles.map((role) =>
        columns.map((verb) => {
          const permission = row.cells[verb]
          const box = `${role.role} ${permission}`
          return (
            <td key={verb} data-chosen={role.role === chosen || undefined}>
              {permission ? (
                <Box
                  role={role}
                  permission={permission}
                  area={row.label[locale]}
                  isLocked={!canTick(role, permission)}
                  isEntry={entry === box || (entry === '' && isFirst(role.role, permission, roles))}
                  onFocus={() => onEnter(box)}
                  onTick={(on) => {
                    onChoose(role.role)
                    onTick(role.role, tick(role.ticks, role.saved, permission, on))
                  }}
                />
              ) : (
                <span className={classes.empty} aria-hidden>
                  –
                </span>
              )}
            </td>
          )
        }),
      )}
    </tr>
  )
}

/** The checkbox that Tab reaches initially. */
const isFirst = (role: Role, permission: Permission, roles: readonly EditedRole[]) =>
  role === roles.find((one) => !isUnlimited(one.role))?.role && permission === areaRows[0]?.cells.see

interface BoxProps {
  role: EditedRole
  permission: Permission
  area: string
  isLocked: boolean
  isEntry: boolean
  onFocus: () => void
  onTick: (on: boolean) => void
}

function Box({ role, permission, area, isLocked, isEntry, onFocus, onTick }: BoxProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const verb = permission.endsWith('.administer')
    ? 'administer'
    : columns.find((one) => permission.endsWith(`.${one}`))
  const name = `${area}, ${roleLabels[role.role][locale]}, ${verb ? verbLabels[verb][locale].toLowerCase() : ''}`
  const isChanged = role.changed.has(permission)
  return (
    <label className={classes.cell} title={isUnlimited(role.role) ? t('roles.locked') : undefined}>
      <input
        type="checkbox"
        className={check.check}
        aria-label={isChanged ? `${name} (${t('roles.changed')})` : name}
        data-changed={isChanged || undefined}
        checked={role.rights.has(permission)}
        disabled={isLocked}
        tabIndex={isEntry ? 0 : -1}
        onFocus={onFocus}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
    </label>
  )
}

/** Moves to the next checkbox in the arrow's direction, skipping empty and locked cells. */
function walk(event: KeyboardEvent<HTMLTableElement>) {
  const from = event.target
  if (!(from instanceof HTMLInputElement)) return
  const at = from.closest('td')
  const row = at?.parentElement
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!at || !row || !step) return
  const isAcross = event.key === 'ArrowRight' || event.key === 'ArrowLeft'
  const columnIndex = [...row.children].indexOf(at)
  const cells = isAcross
    ? [...row.children]
    : [...event.currentTarget.querySelectorAll(`.${classes.row}`)].map((one) => one.children[columnIndex])
  const boxes = cells.flatMap((cell) => cell?.querySelector<HTMLInputElement>('input:not(:disabled)') ?? [])
  boxes[boxes.indexOf(from) + step]?.focus()
  event.preventDefault()
}
