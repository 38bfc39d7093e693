import { roleRights } from '@kontor/contract/users/roles'
import { serveChanges } from '../../../kit/records/rest-stays.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { getRole, listRoles, updateRole } from './queries.ts'

export function roleRoutes({ serve, db }: Kontor) {
  serve(roleRights.index, () => listRoles(db))
  serveChanges(
    serve,
    [roleRights.update, roleRights.patch],
    { whole: roleRights.update.body, stored: ({ params }) => getRole(db, params.role) },
    ({ user, params, body }) => updateRole(db, user, params.role, body),
  )
}
