import * as z from 'zod/mini'
import { done, idParams, moment, text } from '../lib/fields/fields.ts'
import { password } from '../lib/fields/identity.ts'
import { route } from '../lib/http/route.ts'
import { credentials, signedIn } from '../session.ts'

/** Maximum size of a passkey's response with its certificates, in JSON. */
const MAX_PASSKEY_BYTES = 32 * 1024

/** A browser's passkey response, as `toJSON()` returns it; the server validates it by WebAuthn's rules. */
const credentialOf = <Response extends Record<string, z.ZodMiniType>>(response: Response) =>
  z.looseObject({
    id: z.string(),
    rawId: z.string(),
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: z.string(), ...response }),
    clientExtensionResults: z.optional(z.looseObject({})),
    authenticatorAttachment: z.optional(z.nullable(z.string())),
  })
const assertion = credentialOf({
  authenticatorData: z.string(),
  signature: z.string(),
  userHandle: z.optional(z.nullable(z.string())),
})
const attestation = credentialOf({
  attestationObject: z.string(),
  transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
})
export type Assertion = z.infer<typeof assertion>
export type Attestation = z.infer<typeof attestation>

/** A code as typed, with blanks or dashes. */
const code = text({ max: 40 })

const secondStep = z
  .strictObject({
    /** The ticket in the 403 of `/api/login`. */
    ticket: z.string().check(z.regex(/^[\w-]{43}$/, 'validation.type')),
    code: z.optional(code),
    recovery_code: z.optional(code),
    passkey: z.optional(assertion),
    device: credentials.shape.device,
  })
  .check(
    z.refine(
      ({ code, recovery_code, passkey }) =>
        [code, recovery_code, passkey].filter((one) => one !== undefined).length === 1,
      { path: ['code'], message: 'validation.field' },
    ),
  )

/** Proves the user's identity: the password, an app's code, or a recovery code. */
const proof = z.strictObject({
  current_password: z.optional(z.nullable(password(0))),
  code: z.optional(z.nullable(code)),
})
const withPassword = z.strictObject({ current_password: password(1) })

const passkeyName = text({ min: 1, max: 60 })
const passkeyRow = z.object({
  id: z.int(),
  name: z.string(),
  created_at: moment,
  last_used_at: z.nullable(moment),
})
export type PasskeyRow = z.infer<typeof passkeyRow>

/** The second factors of the signed-in user. */
const state = z.object({
  /** Whether an administrator requires it for the user's role. */
  is_required: z.boolean(),
  /** Whether passkeys can be registered here: the server must know its public address. */
  offers_passkeys: z.boolean(),
  totp: z.nullable(z.object({ created_at: moment, last_used_at: z.nullable(moment) })),
  passkeys: z.array(passkeyRow),
  /** Number of unused recovery codes. */
  recovery_codes: z.int(),
})

/** Returned once. Null where recovery codes exist already. */
const newCodes = z.nullable(z.array(z.string()))

export const secondFactor = {
  signIn: route({
    method: 'POST',
    path: '/api/login/second',
    audience: 'public',
    summary: 'Complete two-step sign-in',
    description:
      'Takes a code of the authenticator app, a recovery code or a passkey, and the ticket of /api/login. A ticket opens one session.',
    body: secondStep,
    bodyBytes: MAX_PASSKEY_BYTES,
    response: z.object({ ...signedIn, partner_id: z.nullable(z.int()) }),
  }),
  state: route({
    method: 'GET',
    path: '/api/second_factor',
    audience: 'staff',
    permission: 'signed-in',
    withoutFactor: true,
    summary: 'Get own two-step sign-in',
    response: state,
  }),
  startTotp: route({
    method: 'POST',
    path: '/api/second_factor/totp',
    audience: 'staff',
    permission: 'signed-in',
    withoutFactor: true,
    summary: 'Start authenticator app setup',
    description: 'The secret is returned only here.',
    body: withPassword,
    response: z.object({
      /** In base 32, as authenticator apps accept it. */
      secret: z.string(),
      uri: z.string(),
      /** The `uri` as a QR code, in SVG. */
      qr: z.string(),
    }),
  }),
  confirmTotp: route({
    method: 'POST',
    path: '/api/second_factor/totp/confirm',
    audience: 'staff',
    permission: 'signed-in',
    withoutFactor: true,
    summary: 'Confirm authenticator app',
    description: 'Takes a code of the app. From then on every sign-in requires a second step.',
    body: z.strictObject({ code }),
    response: z.object({ recovery_codes: newCodes }),
  }),
  removeTotp: route({
    method: 'DELETE',
    path: '/api/second_factor/totp',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'Remove authenticator app',
    body: proof,
    response: done,
  }),
  renewCodes: route({
    method: 'POST',
    path: '/api/second_factor/recovery_codes',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'Renew recovery codes',
    description: 'Returns ten codes. The earlier ones become invalid.',
    body: proof,
    response: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  startPasskey: route({
    method: 'POST',
    path: '/api/second_factor/passkeys/options',
    audience: 'staff',
    permission: 'signed-in',
    withoutFactor: true,
    summary: 'Start passkey registration',
    description: 'Returns the creation options of WebAuthn as JSON.',
    body: withPassword,
    response: z.record(z.string(), z.unknown()),
  }),
  addPasskey: route({
    method: 'POST',
    path: '/api/second_factor/passkeys',
    audience: 'staff',
    permission: 'signed-in',
    withoutFactor: true,
    summary: 'Register passkey',
    description:
      'Takes the passkey that the browser created. From then on every sign-in requires a second step.',
    body: z.strictObject({ name: passkeyName, passkey: attestation }),
    bodyBytes: MAX_PASSKEY_BYTES,
    response: z.object({ ...passkeyRow.shape, recovery_codes: newCodes }),
  }),
  renamePasskey: route({
    method: 'PUT',
    path: '/api/second_factor/passkeys/:id',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'Rename own passkey',
    params: idParams,
    body: z.strictObject({ name: passkeyName }),
    response: passkeyRow,
  }),
  removePasskey: route({
    method: 'DELETE',
    path: '/api/second_factor/passkeys/:id',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'Remove own passkey',
    params: idParams,
    body: proof,
    response: done,
  }),
}
