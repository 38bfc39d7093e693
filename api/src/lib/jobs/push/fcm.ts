import { createSign } from 'node:crypto'
import { type DeviceMessage, failedOutcome, type Outcome, retryAfter, type Send } from './sender.ts'
import type { FcmAccount } from './settings.ts'

/** Sends through FCM's HTTP v1 API, to phones and to browsers with a Firebase token. */
export function fcmSender(account: FcmAccount, url: string, timeoutMs: number): Send {
  const access = accessTokens(account, timeoutMs)
  const address = `${url}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`
  return async (message) => {
    try {
      const token = await access.get()
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: messageOf(message) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status === 401) access.forget()
      return outcomeOf(response.status, response.headers, await response.text())
    } catch (error) {
      return error instanceof NoAccess ? error.outcome : failedOutcome(error)
    }
  }
}

/** FCM reserves names in `data` (`from`, `google.…`); these two are free. */
const messageOf = ({ token, title, text, link, pushId }: DeviceMessage) => ({
  token,
  notification: { title, body: text },
  data: { push_id: String(pushId), ...(link ? { link } : {}) },
})

interface FcmAnswer {
  name?: unknown
  error?: { details?: { errorCode?: unknown; fieldViolations?: { field?: unknown }[] }[] }
}

/** By https://firebase.google.com/docs/cloud-messaging/error-codes. */
function outcomeOf(status: number, headers: Headers, body: string): Outcome {
  const { name, error } = parse(body)
  if (status === 200) {
    // A proxy may answer 200 to anything; only FCM returns a message name.
    return typeof name === 'string' ? { status: 'accepted' } : { status: 'later', error: 'rejected' }
  }
  const details = Array.isArray(error?.details) ? error.details : []
  const hasCode = (code: string) => details.some(({ errorCode }) => errorCode === code)
  const isToken = details.some(({ fieldViolations }) =>
    fieldViolations?.some(({ field }) => field === 'message.token'),
  )
  if (hasCode('UNREGISTERED') || (status === 400 && isToken))
    return { status: 'removed', error: 'unregistered' }
  if (status === 429) {
    return { status: 'later', error: 'busy', seconds: retryAfter(headers) ?? 60, everybody: true }
  }
  if (status >= 500) return { status: 'later', error: 'unreachable', seconds: retryAfter(headers) }
  if (status === 401 || (status === 403 && !hasCode('SENDER_ID_MISMATCH'))) {
    return { status: 'later', error: 'credentials' }
  }
  return { status: 'failed', error: 'rejected' }
}

function parse(body: string): FcmAnswer {
  try {
    const response: unknown = JSON.parse(body)
    return typeof response === 'object' && response !== null ? response : {}
  } catch {
    return {}
  }
}

class NoAccess extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('no access token')
    this.outcome = outcome
  }
}

/** Access tokens of a service account (RFC 7523), requested when needed and cached until shortly before they expire. */
function accessTokens({ clientEmail, privateKey, tokenUri }: FcmAccount, timeoutMs: number) {
  let cached: { token: Promise<string>; until: number } | undefined

  async function requestToken(): Promise<{ token: string; seconds: number }> {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: clientEmail, aud: tokenUri, iat: now, exp: now + 3600, scope: SCOPE }
    const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
    const assertion = `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
    const response = await fetch(tokenUri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = (await response.text()).slice(0, 100_000)
    if (response.status >= 500 || response.status === 429) {
      throw new NoAccess({ status: 'later', error: 'unreachable', seconds: retryAfter(response.headers) })
    }
    const { access_token, expires_in } = parse(body) as { access_token?: unknown; expires_in?: unknown } // checked here
    if (typeof access_token !== 'string') throw new NoAccess({ status: 'later', error: 'credentials' })
    return { token: access_token, seconds: typeof expires_in === 'number' ? expires_in : 300 }
  }

  return {
    /** Simultaneous callers share one request. */
    get(): Promise<string> {
      if (cached && cached.until > performance.now()) return cached.token
      const entry = { token: Promise.resolve(''), until: Number.POSITIVE_INFINITY }
      entry.token = requestToken().then(
        ({ token, seconds }) => {
          entry.until = performance.now() + Math.max(seconds - 60, 10) * 1000
          return token
        },
        (error: unknown) => {
          entry.until = Number.NEGATIVE_INFINITY
          throw error
        },
      )
      cached = entry
      return entry.token
    },
    forget() {
      cached = undefined
    },
  }
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
