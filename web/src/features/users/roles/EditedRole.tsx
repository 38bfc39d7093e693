import type { Role } from '@kontor/contract/kit/api/about'
import type { Right } from '@kontor/contract/kit/api/rights'
import { allRights } from '@kontor/contract/rights'
import type { RoleRow } from '@kontor/contract/users/roles'
import { type Ticks, withTicks } from '../../../kit/rights/ticks.ts'

/** What is ticked and not saved, by role. */
export type Ticked = Readonly<{ [R in Role]?: Ticks }>

/** A role as it stands in the matrix. */
export interface EditedRole extends Omit<RoleRow, 'rights'> {
  /** As they are saved. */
  saved: ReadonlySet<Right>
  ticks: Ticks
  /** As they are ticked now. */
  rights: ReadonlySet<Right>
  /** In which the two differ. */
  changed: ReadonlySet<Right>
}

const NONE: Ticks = new Map()

/** The roles as they are saved, with what is ticked in each. */
export const editedRoles = (rows: readonly RoleRow[], ticked: Ticked): EditedRole[] =>
  rows.map((row) => {
    const saved = new Set(allRights.filter((right) => row.rights.includes(right)))
    const ticks = ticked[row.role] ?? NONE
    const rights = withTicks(saved, ticks)
    return { ...row, saved, ticks, rights, changed: saved.symmetricDifference(rights) }
  })
