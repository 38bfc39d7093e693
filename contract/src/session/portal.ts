import * as z from 'zod/mini'
import { done, moment } from '../lib/fields/fields.ts'
import { password, passwordsMatch } from '../lib/fields/identity.ts'
import { route } from '../lib/http/route.ts'
import { recordRef } from '../lib/lists/list.ts'
import { credentials, MAX_CREDENTIALS_BYTES, signedIn } from '../session.ts'

export const portalSession = {
  login: route({
    method: 'POST',
    path: '/api/app/login',
    audience: 'public',
    summary: 'Sign in as partner',
    description: 'Users of the office are refused: they sign in at `POST /api/login`.',
    body: credentials,
    bodyBytes: MAX_CREDENTIALS_BYTES,
    response: z.object({ ...signedIn, partner_id: z.int() }),
  }),
  logout: route({
    method: 'POST',
    path: '/api/app/logout',
    audience: 'partner',
    summary: 'Sign out of partners’ app',
    description: 'Ends this session.',
    response: done,
    whileViewing: true,
  }),
  me: route({
    method: 'GET',
    path: '/api/app/me',
    audience: 'partner',
    summary: 'Get signed-in partner user',
    description: 'Includes the partner.',
    response: z.object({
      id: z.int(),
      name: z.string(),
      username: z.string(),
      partner: recordRef,
      /** The office user who only views the app as this user, and until when; absent for the user itself. */
      viewer: z.optional(z.object({ name: z.string(), ends_at: moment })),
    }),
  }),
  password: route({
    method: 'POST',
    path: '/api/app/password',
    audience: 'partner',
    summary: 'Update own password',
    description: 'Requires `current_password`. Ends the user’s other sessions.',
    body: z
      .strictObject({
        current_password: password(1),
        password: password(1),
        confirmPassword: z.optional(z.nullable(z.string())),
      })
      .check(passwordsMatch),
    newPassword: true,
    response: done,
  }),
}
