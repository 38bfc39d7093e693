import { roleRights } from '@kontor/contract/users/roles'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { listRoles, updateRole } from './queries.ts'

export function roleRoutes({ serve, db }: Kontor) {
  serve(roleRights.index, () => listRoles(db))
  serve(roleRights.update, ({ user, params, body }) => updateRole(db, user, params.role, body))
}
