import type { Assertion, secondFactor } from '@kontor/contract/session/factor'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { type Kysely, sql } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import { passkeyJson } from '../../../lib/auth/passkey-json.ts'
import { registerConstraints } from '../../../lib/database/constraints.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { HttpError, invalidField, orNotFound } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { type OwnCall, requireCurrent } from '../attempts/queries.ts'
import { addMissingCodes } from '../codes/queries.ts'
import { endLesserSessions, type FactorChange, removeFactor } from '../factor/queries.ts'
import '../factor/table.ts'
import { publishFactor } from '../passwordLinks/table.ts'
import { CHALLENGE_MINUTES, MAX_PASSKEYS, type Site } from './rules.ts'

registerConstraints({
  passkeys_credential_taken: { field: 'passkey', key: 'validation.passkey' },
})

/** Four hundred modules, imported only when passkeys are used. */
const library = () => import('@simplewebauthn/server')

const SHOWN = ['id', 'name', 'created_at', 'last_used_at'] as const

const passkeysOf = async (db: Kysely<Schema>, userId: number) =>
  (
    await db
      .selectFrom('passkeys')
      .select(['credential_id', 'transports'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: passkeyJson<AuthenticatorTransport[]>(transports), // hints from the browser that are returned to it
  }))

/** Options with which the browser creates a passkey. The response is valid once, in this session. */
export async function startPasskey(
  call: OwnCall,
  site: Site | null,
  { current_password }: HandlerCall<typeof secondFactor.startPasskey>['body'],
) {
  if (!site) throw new HttpError('factor.no_passkeys')
  await requireCurrent(call, current_password)
  const { db, user } = call
  const { id, name, username, session } = user
  const existing = await passkeysOf(db, id)
  if (existing.length >= MAX_PASSKEYS) throw new HttpError('factor.exists')
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Kontor',
    rpID: site.id,
    userName: username,
    userDisplayName: name,
    userID: new TextEncoder().encode(String(id)),
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    supportedAlgorithmIDs: [-7, -257],
  })
  const expires_at = sql<string>`now() + make_interval(mins => ${CHALLENGE_MINUTES})`
  const { challenge } = options
  await db
    .insertInto('passkey_challenges')
    .values({ session, challenge, expires_at })
    .onConflict((conflict) => conflict.column('session').doUpdateSet({ challenge, expires_at }))
    .execute()
  return { ...options }
}

/** Stores a passkey that has signed this session's challenge. */
export async function addPasskey(
  { db, mail, user, locale }: FactorChange,
  site: Site | null,
  { name, passkey }: HandlerCall<typeof secondFactor.addPasskey>['body'],
) {
  if (!site) throw new HttpError('factor.no_passkeys')
  const { id: user_id, session } = user
  const challenge = await db
    .deleteFrom('passkey_challenges')
    .where('session', '=', session)
    .returning(['challenge', sql<boolean>`expires_at > now()`.as('is_good')])
    .executeTakeFirst()
  const made = challenge?.is_good && (await read(site, challenge.challenge, passkey))
  if (!made) throw invalidField('passkey', 'validation.passkey')
  return inTransaction(db, async (tx) => {
    await endLesserSessions(tx, user)
    const row = await tx
      .insertInto('passkeys')
      .values({
        user_id,
        name,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey),
        counter: String(made.counter),
        transports: made.transports ?? [],
        last_used_at: null,
      })
      .returning(SHOWN)
      .executeTakeFirstOrThrow()
    await publishFactor(tx, mail, { user_id, is_added: true, locale })
    return { ...row, recovery_codes: await addMissingCodes(tx, user_id) }
  })
}

/** The credential of a registration; null when it is invalid, or for another challenge. */
const read = async (
  { id, origin }: Site,
  expectedChallenge: string,
  response: HandlerCall<typeof secondFactor.addPasskey>['body']['passkey'],
) => {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: passkeyJson<RegistrationResponseJSON>(response),
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: [-7, -257],
  }).catch(() => ({ registrationInfo: undefined })) // it throws for invalid input
  return registrationInfo?.credential ?? null
}

/** The request options for the user's passkeys; null when there are none. */
export async function passkeyQuestion(db: Kysely<Schema>, userId: number, site: Site, challenge: string) {
  const allowCredentials = await passkeysOf(db, userId)
  if (allowCredentials.length === 0) return null
  const { generateAuthenticationOptions } = await library()
  const challengeBytes = new Uint8Array(Buffer.from(challenge, 'base64url'))
  return {
    ...(await generateAuthenticationOptions({
      rpID: site.id,
      allowCredentials,
      challenge: challengeBytes,
      userVerification: 'preferred',
    })),
  }
}

/**
 * Verifies a passkey's signature of the challenge; returns a function that stores its use, or null when the signature
 * is not of a passkey of the user. The function resolves to false when the passkey was removed or used elsewhere
 * meanwhile.
 */
export async function verifyPasskey(
  db: Kysely<Schema>,
  userId: number,
  { id, origin }: Site,
  { challenge, answer }: { challenge: string; answer: Assertion },
) {
  const userPasskeys = db.selectFrom('passkeys').selectAll().where('user_id', '=', userId)
  const passkey = await userPasskeys.where('credential_id', '=', answer.id).executeTakeFirst()
  if (!passkey) return null
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: passkeyJson<AuthenticationResponseJSON>(answer),
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return null
  return async (tx: Kysely<Schema>) =>
    (await tx
      .updateTable('passkeys')
      .set({ counter: String(authenticationInfo.newCounter), last_used_at: sql`now()` })
      .where('id', '=', passkey.id)
      .where('counter', '=', passkey.counter)
      .returning('id')
      .executeTakeFirst()) !== undefined
}

export const renamePasskey = async (db: Kysely<Schema>, user: CurrentUser, id: number, name: string) =>
  orNotFound(
    await db
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning(SHOWN)
      .executeTakeFirst(),
  )

/** Removes one of the user's passkeys; 404 for another user's. */
export const removePasskey = (
  change: FactorChange,
  id: number,
  proof: HandlerCall<typeof secondFactor.removePasskey>['body'],
) =>
  removeFactor(change, proof, (tx, userId) =>
    tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst(),
  )
