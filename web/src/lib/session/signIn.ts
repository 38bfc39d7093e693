import type { FactorKind, MessageParams } from '@kontor/contract/lib/http/errors'
import { ApiError, send } from '../api/apiRequest.ts'
import { appBase } from '../router/appBase.ts'
import { session } from './session.ts'

interface SignedIn {
  token: string
  /** Milliseconds. */
  expires_in: number
  partner_id: number | null
  device: string
}

/**
 * Where the browser keeps what tells the server that it has signed in before: beside the session but longer than it, so
 * that strangers who guess a password do not lock this browser out. Both apps and all who sign in here share it.
 */
const DEVICE = 'device'

/** What a sign-in goes on with when the password is not enough. */
export interface SecondStep {
  username: string
  /** Good for some minutes and one sign-in. */
  ticket: string
  kinds: readonly FactorKind[]
  /** WebAuthn's request options in JSON, where there are passkeys. */
  passkey?: object | undefined
}

/** Why it went no further, as a message key; with a second step when that is all. */
export interface SignInError {
  key: string
  params?: MessageParams | undefined
  second?: SecondStep
}

/** Signs in and keeps the session. A refusal is answered as a message key; a partner's sign-in at the office keeps
 * nothing. */
export const signIn = (username: string, password: string) =>
  enter(username, appBase.login, { username, password })

/** The same with the second step: a code, or what a passkey has answered. */
export const signInSecond = (
  { username, ticket }: SecondStep,
  step: { code: string } | { recovery_code: string } | { passkey: unknown },
) => enter(username, appBase.second, { ticket, ...step })

async function enter(username: string, path: string, given: object): Promise<SignInError | null> {
  try {
    const device = localStorage.getItem(DEVICE) ?? ''
    const body = { ...given, ...(/^[\w-]{43}$/.test(device) && { device }) }
    const response = await send({ method: 'POST', path }, { body })
    const answer = (await response.json()) as SignedIn // serialised by the contract's schema of this route
    if (appBase.home === '/' && answer.partner_id !== null) return { key: 'login.partner' }
    localStorage.setItem(DEVICE, answer.device)
    session.begin(username, answer)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) return { key: 'error.internal' }
    const { message, params, ticket, kinds = [], passkey } = error.body
    return { key: message, params, ...(ticket && { second: { username, ticket, kinds, passkey } }) }
  }
}
