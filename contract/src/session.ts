import * as z from 'zod/mini'
import { done, idParams, moment, name } from './lib/fields/fields.ts'
import { optionalEmail, password, username } from './lib/fields/identity.ts'
import { shellRoutes } from './lib/http/about.ts'
import { browsers, systems } from './lib/http/device.ts'
import { route } from './lib/http/route.ts'

/** A username and a password of maximum length, in JSON. */
export const MAX_CREDENTIALS_BYTES = 8 * 1024

/** The input of the login page. Errors do not reveal which part is wrong. */
export const credentials = z.strictObject({
  username: z.string(),
  password: z.string(),
  /** The device token of an earlier sign-in in this browser: attempts of others cannot lock this browser out. */
  device: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
})

/** The response to a sign-in. */
export const signedIn = {
  token: z.string(),
  /** In ms from now. */
  expires_in: z.int(),
  /** A token that the browser stores beyond the session and sends with the next sign-in. */
  device: z.string(),
  user_id: z.int(),
  /** As it is stored, whatever its spelling at the sign-in. */
  username: z.string(),
}

/** What changes of the user's own data; username, e-mail and password require the current password. */
const ownData = z.strictObject({
  name: z.optional(name('validation.user_name')),
  username: z.optional(username),
  email: optionalEmail,
  password: z.optional(z.nullable(password(0))),
  current_password: z.optional(z.nullable(password(0))),
})

/** An open session, with data by which its owner recognises it. */
const openSession = z.object({
  id: z.int(),
  browser: z.nullable(z.enum(browsers)),
  system: z.nullable(z.enum(systems)),
  address: z.string(),
  created_at: moment,
  /** Accurate to some minutes. */
  last_used_at: moment,
  /** Whether it is the session of this request. */
  is_current: z.boolean(),
})
export type OpenSession = z.infer<typeof openSession>

export const session = {
  ...shellRoutes,
  login: route({
    method: 'POST',
    path: '/api/login',
    audience: 'public',
    summary: 'Sign in',
    description: 'The token of a partner’s user is valid only below /api/app.',
    body: credentials,
    bodyBytes: MAX_CREDENTIALS_BYTES,
    response: z.object({ ...signedIn, partner_id: z.nullable(z.int()) }),
  }),
  logout: route({
    method: 'POST',
    path: '/api/logout',
    audience: 'anyone',
    summary: 'Sign out',
    description: 'Ends this session.',
    response: done,
    whileViewing: true,
  }),
  sessions: route({
    method: 'GET',
    path: '/api/sessions',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'List own sessions',
    description: 'This session comes first.',
    response: z.array(openSession),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/sessions/:id',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'End own session',
    description: 'It ends at once.',
    params: idParams,
    response: done,
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/sessions',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'End own other sessions',
    description: 'Ends all sessions of the signed-in user except this one.',
    response: done,
  }),
  updateMe: route({
    method: 'POST',
    path: '/api/userUpdate',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'Update own account',
    description:
      'What is left out is not changed. Changing username, e-mail or password requires `current_password`. A new password ends the user’s other sessions.',
    body: ownData,
    newPassword: true,
    response: z.object({ name: z.string(), username: z.string(), email: z.nullable(z.string()) }),
  }),
}
