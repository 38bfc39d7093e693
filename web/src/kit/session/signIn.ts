import type { MessageParams } from '@kontor/contract/kit/api/errors'
import { CallError, send } from '../net/call.ts'
import { door } from '../router/door.ts'
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

/** Signs in and keeps the session. A refusal is answered as a message key; a partner's sign-in at the office keeps
 * nothing. */
export async function signIn(
  username: string,
  password: string,
): Promise<{ key: string; params?: MessageParams | undefined } | null> {
  try {
    const device = localStorage.getItem(DEVICE) ?? ''
    const body = { username, password, ...(/^[\w-]{43}$/.test(device) && { device }) }
    const response = await send({ method: 'POST', path: door.login }, { body })
    const answer = (await response.json()) as SignedIn // serialised by the contract's schema of this route
    if (door.home === '/' && answer.partner_id !== null) return { key: 'login.partner' }
    localStorage.setItem(DEVICE, answer.device)
    session.begin(username, answer)
    return null
  } catch (error) {
    if (!(error instanceof CallError)) return { key: 'error.internal' }
    return { key: error.body.message, params: error.body.params }
  }
}
