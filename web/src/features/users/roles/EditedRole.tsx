import type { Role } from '@kontor/contract/lib/http/about'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import { allPermissions } from '@kontor/contract/permissions'
import type { RoleRow } from '@kontor/contract/users/roles'
import { type Ticks, withTicks } from '../../../lib/permissions/ticks.ts'

/** Unsaved changes by role. */
export type Ticked = Readonly<{ [R in Role]?: Ticks }>

/** A role in the matrix. */
export interface EditedRole extends Omit<RoleRow, 'rights'> {
  /** The saved permissions. */
  saved: ReadonlySet<Permission>
  ticks: Ticks
  /** The permissions with unsaved changes. */
  rights: ReadonlySet<Permission>
  /** The permissions in which the two differ. */
  changed: ReadonlySet<Permission>
}

const NONE: Ticks = new Map()

/** The saved roles with their unsaved changes. */
export const editedRoles = (rows: readonly RoleRow[], ticked: Ticked): EditedRole[] =>
  rows.map((row) => {
    const saved = new Set(allPermissions.filter((permission) => row.rights.includes(permission)))
    const ticks = ticked[row.role] ?? NONE
    const rights = withTicks(saved, ticks)
    return { ...row, saved, ticks, rights, changed: saved.symmetricDifference(rights) }
  })
