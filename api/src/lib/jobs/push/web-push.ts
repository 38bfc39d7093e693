import { type DeviceMessage, failedOutcome, type Outcome, retryAfter, type Send } from './sender.ts'
import type { PushSettings, VapidKeys } from './settings.ts'

/** Imported with the first message to a browser, because most offices never need it. */
const library = async () => (await import('web-push')).default

const DAY_SECONDS = 86_400

/** Sends to browsers by RFC 8030, encrypted for the subscription. */
export function webPushSender(
  { vapidSubject, webPushHosts }: PushSettings,
  keys: () => Promise<VapidKeys>,
  timeoutMs: number,
): Send {
  return async (message) => {
    if (!isPushService(webPushHosts, message.token)) return { status: 'failed', error: 'rejected' }
    try {
      const request = await requestOf(message, { subject: vapidSubject, ...(await keys()) })
      const response = await fetch(request.endpoint, {
        method: 'POST',
        headers: request.headers,
        body: new Uint8Array(request.body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      return outcomeOf(response.status, response.headers)
    } catch (error) {
      return error instanceof BadSubscription
        ? { status: 'removed', error: 'unregistered' }
        : failedOutcome(error)
    }
  }
}

class BadSubscription extends Error {}

async function requestOf(
  { token, keys, ...message }: DeviceMessage,
  vapidDetails: VapidKeys & { subject: string },
) {
  const { pushId, title, text, link } = message
  const webPush = await library()
  try {
    return webPush.generateRequestDetails(
      { endpoint: token, keys: keys ?? { p256dh: '', auth: '' } },
      JSON.stringify({ push_id: pushId, title, text, link }),
      { vapidDetails, TTL: DAY_SECONDS, contentEncoding: 'aes128gcm' },
    )
  } catch {
    throw new BadSubscription() // its keys are no point of the curve, so that no message can be encrypted for it
  }
}

function outcomeOf(status: number, headers: Headers): Outcome {
  if (status >= 200 && status < 300) return { status: 'accepted' }
  if (status === 404 || status === 410) return { status: 'removed', error: 'unregistered' }
  if (status === 429) return { status: 'later', error: 'busy', seconds: retryAfter(headers) ?? 60 }
  if (status >= 500) return { status: 'later', error: 'unreachable', seconds: retryAfter(headers) }
  return { status: 'failed', error: status === 401 || status === 403 ? 'credentials' : 'rejected' }
}

/** Whether an address belongs to an allowed push service; others must never be called. */
export function isPushService(hosts: readonly string[], address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, origin, hostname, port, username } = new URL(address)
  return hosts.some((host) => {
    if (host.startsWith('http://')) return origin === host
    if (protocol !== 'https:' || port !== '' || username !== '') return false
    return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
  })
}

/** Generates the VAPID keys of a server that has none. */
export const makeVapidKeys = async (): Promise<VapidKeys> => (await library()).generateVAPIDKeys()
