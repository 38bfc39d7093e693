import type { DeliveryError, Platform } from '@kontor/contract/lib/http/push'

/** A device and its message. */
export interface DeviceMessage {
  pushId: number
  title: string
  text: string
  link: string | null
  platform: Platform
  token: string
  /** Keys of a web push subscription, whose address is the token; null for FCM. */
  keys: { p256dh: string; auth: string } | null
}

/** The result of one attempt. `later`: retry, after the number of seconds of {@link retryAfter}. */
export type Outcome =
  | { status: 'accepted' | 'logged' }
  | { status: 'failed' | 'removed'; error: DeliveryError }
  | { status: 'later'; error: DeliveryError; seconds?: number | undefined; everybody?: boolean }

/** Sends to one device; never rejects. */
export type Send = (message: DeviceMessage) => Promise<Outcome>

/** A push service that asks for a longer wait is tried again after this one. */
export const MAX_RETRY_AFTER_SECONDS = 3600

/** Seconds of a Retry-After header, which may also be a date; at most MAX_RETRY_AFTER_SECONDS. */
export function retryAfter(headers: Headers): number | undefined {
  const header = headers.get('retry-after')
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds)
    ? Math.min(Math.max(Math.ceil(seconds), 1), MAX_RETRY_AFTER_SECONDS)
    : undefined
}

/** The outcome of a failed fetch: a network error or a timeout. */
export const failedOutcome = (error: unknown): Outcome => ({
  status: 'later',
  error: error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable',
})
