import type { FactorKind, MessageParams } from '@kontor/contract/lib/http/errors'
import { ApiError, send } from '../api/apiRequest.ts'
import { appBase } from '../router/appBase.ts'
import { type Begun, session } from './session.ts'

/**
 * Key of the device token, which shows the server that this browser has signed in before. It outlives the
 * session, so that strangers who guess passwords do not lock this browser out. Shared by both apps and
 * all users of the browser.
 */
const DEVICE = 'device'

/** The data of the second step, when the password is not sufficient. */
export interface SecondStep {
  username: string
  /** Valid for some minutes and one sign-in. */
  ticket: string
  kinds: readonly FactorKind[]
  /** WebAuthn request options in JSON, if the user has passkeys. */
  passkey?: object | undefined
}

/** Why the sign-in stopped, as a message key; with the second step if that is the reason. */
export interface SignInError {
  key: string
  params?: MessageParams | undefined
  second?: SecondStep
}

/**
 * Signs in and stores the session. A rejection is returned as a message key; a partner's sign-in to the
 * office stores nothing.
 */
export const signIn = (username: string, password: string) =>
  enter(username, appBase.login, { username, password })

/** Signs in with the second step, as {@link signIn}: a code, or the response of a passkey. */
export const signInSecond = (
  { username, ticket }: SecondStep,
  step: { code: string } | { recovery_code: string } | { passkey: unknown },
) => enter(username, appBase.second, { ticket, ...step })

async function enter(username: string, path: string, credentials: object): Promise<SignInError | null> {
  try {
    const device = localStorage.getItem(DEVICE) ?? ''
    const body = { ...credentials, ...(/^[\w-]{43}$/.test(device) && { device }) }
    const response = await send({ method: 'POST', path }, { body })
    const answer = (await response.json()) as Begun & { device: string } // serialised by the contract's schema of this route
    if (appBase.home === '/' && answer.partner_id !== null) return { key: 'login.partner' }
    localStorage.setItem(DEVICE, answer.device)
    session.begin(answer)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) return { key: 'error.internal' }
    const { message, params, ticket, kinds = [], passkey } = error.body
    return { key: message, params, ...(ticket && { second: { username, ticket, kinds, passkey } }) }
  }
}
