import type { Role } from '@kontor/contract/lib/http/about'
import { viewPermissions } from '@kontor/contract/session/view'
import { type CurrentUser, requirePermission } from '../../../lib/auth/guard.ts'
import { permissionsOf } from '../../users/roles/table.ts'

/** The role of a staff user, with its differences from the defaults. */
interface StaffRole {
  role: Role
  granted: string[] | null
  revoked: string[] | null
}

/** Throws 403 for the first permission that a view needs and the user has not. */
export function requirePartnerViewPermission(user: CurrentUser) {
  for (const permission of viewPermissions) requirePermission(user, permission)
}

/** Whether the staff user of a view still has all permissions for it. */
export function canViewAsPartner({ role, granted, revoked }: StaffRole) {
  const permissions = permissionsOf(role, granted, revoked)
  return viewPermissions.every((permission) => permissions.has(permission))
}
