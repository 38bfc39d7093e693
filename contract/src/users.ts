import * as z from 'zod/mini'
import { roles } from './kit/api/about.ts'
import { route } from './kit/api/route.ts'
import { id, idParams, name, recordShape, toggleBody, toggleReply, version } from './kit/fields/fields.ts'
import { newUsername, password, passwordsMatch, username } from './kit/fields/identity.ts'
import { choice } from './kit/list/choice.ts'
import { commonColumns, list, listBody, paged } from './kit/list/list.ts'

export const user = z.object({
  ...recordShape,
  name: z.string(),
  username: z.string(),
  role: z.enum(roles),
  partner_id: z.nullable(z.int()),
  partner: z.nullable(choice),
})
export type User = z.infer<typeof user>

const shared = {
  name: name('validation.user_name'),
  username,
  confirmPassword: z.optional(z.nullable(z.string())),
  role: z.optional(z.enum(roles)),
  partner_id: z.optional(z.nullable(id)),
}

/** What the add form sends. */
export const userCreate = z
  .strictObject({ ...shared, username: newUsername, password: password(1) })
  .check(passwordsMatch)
/** What the edit form sends; without a password it stays as it is. */
export const userUpdate = z
  .strictObject({ ...shared, password: z.optional(z.nullable(password(0))), version })
  .check(passwordsMatch)

export const userList = list({
  columns: {
    name: { label: { cnr: 'Ime', en: 'Name' }, filter: 'text' },
    username: { label: { cnr: 'Korisničko ime', en: 'Username' }, filter: 'text' },
    partner: { label: { cnr: 'Partner', en: 'Partner' }, filter: 'text' },
    is_active: commonColumns.is_active,
  },
  search: ['name', 'username', 'partner'],
  sort: { by: 'name', desc: false },
  sizes: [10, 20, 30, 50, 100],
})

export const users = {
  index: route({
    method: 'POST',
    path: '/api/users/index',
    audience: 'staff',
    needs: 'users.see',
    summary: 'A page of users, or a file of them',
    body: listBody(userList),
    reply: paged(user),
  }),
  create: route({
    method: 'POST',
    path: '/api/users/add',
    audience: 'staff',
    needs: 'users.change',
    summary: 'Adds a user',
    body: userCreate,
    reply: user,
    creates: true,
  }),
  update: route({
    method: 'PUT',
    path: '/api/users/:id',
    audience: 'staff',
    needs: 'users.change',
    summary: 'Changes a user; a new password ends the user’s sessions',
    params: idParams,
    body: userUpdate,
    reply: user,
  }),
  toggle: route({
    method: 'DELETE',
    path: '/api/users/delete/:id',
    aliases: ['/api/users/:id'],
    audience: 'staff',
    needs: 'users.change',
    summary: 'Deactivates a user, which ends the sessions, or reactivates one',
    params: idParams,
    body: toggleBody,
    reply: toggleReply,
  }),
  ofPartners: route({
    method: 'GET',
    path: '/api/partnerUsers',
    audience: 'staff',
    needs: 'users.see',
    summary: 'The users of all partners',
    reply: z.array(user),
  }),
  ofPartner: route({
    method: 'GET',
    path: '/api/partnerUsers/:id',
    audience: 'staff',
    needs: 'users.see',
    summary: 'The users of one partner',
    params: idParams,
    reply: z.array(user),
  }),
}
