import * as z from 'zod/mini'
import { roles } from '../lib/http/about.ts'
import { patchOf } from '../lib/http/patch.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'
import { allPermissions } from '../permissions.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** The user's permissions or the visible resources have changed. */
    rights: object
  }
}

const role = z.enum(roles)
const right = z.enum(allPermissions)

export const roleRow = z.object({
  /** The id of its history, which is that of the table `roles`. */
  id: z.int(),
  role,
  rights: z.array(z.string()),
  version: z.int(),
  /** Active staff with this role. */
  users: z.array(recordRef),
})
export type RoleRow = z.infer<typeof roleRow>

/** Any permission in an area requires `see` there. */
export const includesSee = (permissions: readonly string[]) =>
  permissions.every((one) => permissions.includes(one.replace(/\.\w+$/, '.see')))

const roleBody = z.strictObject({
  rights: z.array(right).check(z.maxLength(1000), z.refine(includesSee, 'validation.right_without_see')),
  version: z.int().check(z.minimum(1)),
})
const update = route({
  method: 'PUT',
  path: '/api/roles/:role',
  audience: 'staff',
  permission: 'users.administer',
  summary: 'Update role permissions',
  description:
    'They apply from the next request of its users on. Permissions that the caller lacks can be neither added nor removed. The role Direktor cannot be changed.',
  params: z.strictObject({ role }),
  body: roleBody,
  response: roleRow,
})

export const rolePermissions = {
  index: route({
    method: 'GET',
    path: '/api/roles',
    audience: 'staff',
    permission: 'users.see',
    summary: 'List roles',
    description: 'Includes the permissions of each.',
    response: z.array(roleRow),
  }),
  update,
  patch: patchOf(update, '/api/roles/:role', roleBody),
}
