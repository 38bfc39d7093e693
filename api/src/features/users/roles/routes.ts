import { rolePermissions } from '@kontor/contract/users/roles'
import type { AppContext } from '../../../context.ts'
import { registerUpdate } from '../../../lib/resources/patch.ts'
import { getRole, listRoles, updateRole } from './queries.ts'

export function roleRoutes({ registerRoute, db }: AppContext) {
  registerRoute(rolePermissions.index, () => listRoles(db))
  registerUpdate(
    registerRoute,
    [rolePermissions.update, rolePermissions.patch],
    { whole: rolePermissions.update.body, stored: ({ params }) => getRole(db, params.role) },
    ({ user, params, body }) => updateRole(db, user, params.role, body),
  )
}
