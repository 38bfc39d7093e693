import * as z from 'zod/mini'
import {
  id,
  idParams,
  moment,
  name,
  recordShape,
  toggleBody,
  toggleResponse,
  version,
} from './lib/fields/fields.ts'
import {
  firstPassword,
  firstPasswordRules,
  newUsername,
  optionalEmail,
  password,
  passwordsMatch,
  username,
} from './lib/fields/identity.ts'
import { roleLabels, roles } from './lib/http/about.ts'
import { patchOf } from './lib/http/patch.ts'
import { route } from './lib/http/route.ts'
import { booleanOptions, sheet } from './lib/imports/columns.ts'
import { importResult, sheetRoutes } from './lib/imports/imports.ts'
import { commonColumns, listBody, PAGE_OR_FILE, paged } from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'
import { columnsOf, searchedOf } from './lib/resources/columns.ts'
import type { Fields } from './lib/resources/fields.ts'
import { numberHeader } from './lib/resources/import-columns.ts'
import { rowShapeOf } from './lib/resources/rules.ts'

const roleOptions = roles.map((value) => ({ value, label: roleLabels[value] }))

/**
 * The fields of a user's own row. List, table, files and history follow from them; the rules of the form are those of an
 * account (`lib/fields/identity.ts`).
 */
export const userFields = {
  name: { kind: 'text', label: { cnr: 'Ime', en: 'Name' }, required: true, searched: true },
  username: {
    kind: 'text',
    label: { cnr: 'Korisničko ime', en: 'Username' },
    required: true,
    unique: true,
    searched: true,
  },
  role: {
    kind: 'choice',
    label: { cnr: 'Uloga', en: 'Role' },
    options: roleOptions,
    required: true,
    unlisted: true,
  },
  /** Address for password links. */
  email: { kind: 'text', label: { cnr: 'E-mail', en: 'E-mail' }, unique: true, searched: true },
  partner_id: {
    kind: 'reference',
    to: 'partners',
    label: { cnr: 'Partner', en: 'Partner' },
    numbered: true,
    inactive: 'validation.inactive_partner',
    searched: true,
  },
} as const satisfies Fields

const user = z.object({
  ...recordShape,
  ...rowShapeOf(userFields),
  /** The role of a member of the staff; null for a partner's user, who has none. */
  staff_role: z.nullable(z.enum(roles)),
  /** Whether the user has a second factor. */
  second_factor: z.boolean(),
  /** The last sign-in of the last 90 days, for everybody with `users.see`. */
  last_sign_in_at: z.nullable(moment),
  /** The last invitation by mail, while the user has not set a password. */
  invited_at: z.nullable(moment),
})
export type User = z.infer<typeof user>

const shared = {
  name: name('validation.user_name'),
  username,
  email: optionalEmail,
  role: z.optional(z.enum(roles)),
  partner_id: z.optional(z.nullable(id)),
}

const confirmPassword = z.optional(z.nullable(z.string()))

/** The input of the add form; with `invite` the user sets the password. */
const userCreate = z
  .strictObject({ ...shared, username: newUsername, ...firstPassword, confirmPassword })
  .check(...firstPasswordRules)
const changed = { ...shared, password: z.optional(z.nullable(password(0))), version }
/** The input of the edit form; without a password it is not changed. */
const userUpdate = z.strictObject({ ...changed, confirmPassword }).check(passwordsMatch)
/** The input of the edit form without the password's confirmation. */
export const userBody = z.strictObject(changed)

const ofOffice = { cnr: 'U kancelariji', en: 'In the office' }

const invited = { cnr: 'Pozvani', en: 'Invited' }

const userColumns = columnsOf(userFields)
export const userList = recordList({
  name: 'users',
  noun: {
    cnr: {
      gender: 'm',
      title: 'Korisnici',
      one: 'Korisnik',
      accusative: 'korisnika',
      few: 'korisnika',
      other: 'korisnika',
    },
    en: { title: 'Users', one: 'User' },
    hint: { cnr: 'Odmah se odjavljuje sa svih uređaja.', en: 'Signed out of all devices immediately.' },
    empty_hint: { cnr: 'Dodajte prvog korisnika kancelarije.', en: 'Add the first office user.' },
  },
  columns: {
    ...userColumns,
    email: { ...userColumns.email, optional: true },
    staff_role: { label: userFields.role.label, filter: 'choice', options: roleOptions },
    second_factor: {
      label: { cnr: 'Drugi korak', en: 'Two-step sign-in' },
      filter: 'flag',
      options: [
        { value: 'true', label: { cnr: 'Uključen', en: 'On' } },
        { value: 'false', label: { cnr: 'Isključen', en: 'Off' } },
      ],
    },
    last_sign_in_at: { label: { cnr: 'Posljednja prijava', en: 'Last sign-in' }, filter: 'day' },
    invited_at: { label: { cnr: 'Pozvan', en: 'Invited' }, filter: 'day', optional: true },
    is_active: commonColumns.is_active,
  },
  filters: {
    partner_id: { label: numberHeader(userFields.partner_id.label), filter: 'number' },
    staff: { label: ofOffice, filter: 'flag', options: booleanOptions },
    invited: { label: invited, filter: 'flag', options: booleanOptions },
  },
  views: {
    staff: {
      label: ofOffice,
      filters: { staff: 'true', is_active: 'true' },
      columns: { order: [], hidden: ['partner', 'invited_at'] }, // they have no partner
    },
    invited: { label: invited, filters: { invited: 'true', is_active: 'true' } },
  },
  search: searchedOf(userFields),
  sort: { by: 'name', desc: false },
  sizes: [10, 20, 30, 50, 100],
})

/** The Excel layout of import and export. Staff have a role, partners' users a partner. */
export const userSheet = sheet({
  username: {
    header: userFields.username.label,
    kind: 'text',
    required: true,
    filled: true,
    check: username,
    width: 24,
  },
  name: { header: userFields.name.label, kind: 'text', filled: true, check: shared.name },
  role: { header: userFields.role.label, kind: 'text', options: roleOptions, width: 22 },
  partner: {
    header: numberHeader(userFields.partner_id.label),
    also: ['Šifra partnera'],
    kind: 'text',
    refers: 'number',
  },
  email: {
    header: { cnr: 'E-mail', en: 'E-mail' },
    also: ['E-pošta', 'Mejl'],
    kind: 'text',
    check: optionalEmail,
  },
  is_active: { header: userList.columns.is_active.label, kind: 'boolean' },
})

const userImportResult = z.extend(importResult, {
  /** Passwords of the users that it added; returned only here. */
  passwords: z.array(z.object({ username: z.string(), name: z.string(), password: z.string() })),
})

const update = route({
  method: 'PUT',
  path: '/api/users/:id',
  audience: 'staff',
  permission: 'users.change',
  summary: 'Update user',
  description: 'A new password ends the user’s sessions.',
  params: idParams,
  body: userUpdate,
  newPassword: true,
  response: user,
})

export const users = {
  ...sheetRoutes('users', userSheet, userImportResult),
  index: route({
    method: 'POST',
    path: '/api/users/index',
    audience: 'staff',
    permission: 'users.see',
    summary: 'Search users',
    description: PAGE_OR_FILE,
    body: listBody(userList),
    response: paged(user),
  }),
  create: route({
    method: 'POST',
    path: '/api/users/add',
    audience: 'staff',
    permission: 'users.change',
    summary: 'Create user',
    description: 'The user gets a password or an invitation by mail.',
    body: userCreate,
    newPassword: true,
    response: user,
    creates: true,
  }),
  update,
  patch: patchOf(update, '/api/users/:id', userBody),
  toggle: route({
    method: 'DELETE',
    path: '/api/users/delete/:id',
    aliases: ['/api/users/:id'],
    audience: 'staff',
    permission: 'users.change',
    summary: 'Deactivate or restore user',
    description: 'Deactivating ends the user’s sessions.',
    params: idParams,
    body: toggleBody,
    response: toggleResponse,
  }),
  invite: route({
    method: 'POST',
    path: '/api/users/:id/invitation',
    audience: 'staff',
    permission: 'users.change',
    summary: 'Resend user invitation',
    description: 'Mails a new link to set the password, at most one a minute. Earlier links end.',
    params: idParams,
    response: user,
  }),
  removeFactor: route({
    method: 'DELETE',
    path: '/api/users/:id/second_factor',
    audience: 'staff',
    permission: 'users.administer',
    summary: 'Reset two-step sign-in of user',
    description:
      'Deletes the authenticator app, passkeys and recovery codes of another user and ends the user’s sessions.',
    params: idParams,
    response: user,
  }),
  ofPartners: route({
    method: 'GET',
    path: '/api/partnerUsers',
    audience: 'staff',
    permission: 'users.see',
    summary: 'List users of all partners',
    response: z.array(user),
  }),
  ofPartner: route({
    method: 'GET',
    path: '/api/partnerUsers/:id',
    audience: 'staff',
    permission: 'users.see',
    summary: 'List users of a partner',
    params: idParams,
    response: z.array(user),
  }),
}
