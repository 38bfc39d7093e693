import * as z from 'zod/mini'
import { done, text } from '../lib/fields/fields.ts'
import { password, passwordsMatch } from '../lib/fields/identity.ts'
import { route } from '../lib/http/route.ts'
import { MAX_CREDENTIALS_BYTES } from '../session.ts'

/** Lifetime of a mailed link in minutes. */
export const LINK_MINUTES = 30

const token = z.string().check(z.regex(/^[\w-]{43}$/, 'login.link'))
const small = { audience: 'public', bodyBytes: MAX_CREDENTIALS_BYTES } as const

/** For forgotten passwords: a mailed link with which a new password is set, once. */
export const passwordLinks = {
  request: route({
    method: 'POST',
    path: '/api/password_links',
    ...small,
    summary: 'Request password link',
    description:
      'Mails a link to the user with this username or e-mail. Response and time are the same if there is none.',
    body: z.strictObject({ who: text({ min: 1, max: 254, short: 'validation.field' }) }),
    response: done,
  }),
  get: route({
    method: 'POST',
    path: '/api/password_links/look',
    ...small,
    summary: 'Get user of password link',
    description: 'Works only while the link is valid.',
    body: z.strictObject({ token }),
    response: z.object({ username: z.string(), is_partner: z.boolean() }),
  }),
  use: route({
    method: 'PUT',
    path: '/api/password_links',
    ...small,
    summary: 'Set password with link',
    description: 'Ends all sessions of the user. The link works once.',
    body: z
      .strictObject({ token, password: password(1), confirmPassword: z.optional(z.nullable(z.string())) })
      .check(passwordsMatch),
    newPassword: true,
    response: done,
  }),
}
