import * as z from 'zod/mini'
import { eachOnce } from '../lib/fields/fields.ts'
import { roles } from '../lib/http/about.ts'
import { optionalFields, partially } from '../lib/http/patch.ts'
import { route } from '../lib/http/route.ts'
import { keysOf } from '../lib/lists/keys.ts'
import { resources } from '../resources.ts'

/** Resources that an office may hide because it does not use them, in the order of the menu. */
export const hideable = keysOf(resources)

const once = eachOnce('validation.type')
const role = z.enum(roles)

export const officeSettings = z.object({
  /** The id of its history, which is that of the table `settings`. */
  id: z.int(),
  /**
   * Hidden in the menu, on the home page, in the command palette and in the table of permissions; their routes still
   * work.
   */
  hidden_resources: z.array(z.string()),
  /** Roles whose users must have a second factor. */
  second_factor_roles: z.array(role),
  version: z.int(),
})
export type OfficeSettings = z.infer<typeof officeSettings>

const settingsBody = z.strictObject({
  hidden_resources: z.array(z.enum(hideable)).check(once),
  second_factor_roles: z.array(role).check(once),
  version: z.int().check(z.minimum(1)),
})
const change = {
  path: '/api/settings',
  audience: 'staff',
  permission: 'users.administer',
  response: officeSettings,
} as const

export const settings = {
  get: route({
    method: 'GET',
    path: '/api/settings',
    audience: 'staff',
    permission: 'users.see',
    summary: 'Get office settings',
    response: officeSettings,
  }),
  update: route({
    ...change,
    method: 'PUT',
    summary: 'Update office settings',
    description: 'Sets which records are hidden and which roles require two-step sign-in.',
    body: settingsBody,
  }),
  patch: route({
    ...change,
    method: 'PATCH',
    ...partially('Update office settings'),
    body: optionalFields(settingsBody),
  }),
}
