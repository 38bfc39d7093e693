import type { DeliveryError, Platform } from '@kontor/contract/lib/http/push'

/** A device and the message for it. */
export interface Parcel {
  pushId: number
  title: string
  text: string
  link: string | null
  platform: Platform
  token: string
  /** Keys of a web push subscription, whose address is the token then. */
  keys: { p256dh: string; auth: string } | null
}

/** What came of one attempt. `later`: try again, after as many seconds as the service asked for. */
export type Outcome =
  | { status: 'accepted' | 'logged' }
  | { status: 'failed' | 'removed'; error: DeliveryError }
  | { status: 'later'; error: DeliveryError; seconds?: number | undefined; everybody?: boolean }

/** Sends to one device and never throws. */
export type Send = (parcel: Parcel) => Promise<Outcome>

/** Seconds of a Retry-After header, which may also be a date; at most an hour. */
export function retryAfter(headers: Headers): number | undefined {
  const given = headers.get('retry-after')
  if (!given) return undefined
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), 3600) : undefined
}

/** What a failed fetch means: nobody was there, or nobody answered in time. */
export const unanswered = (error: unknown): Outcome => ({
  status: 'later',
  error: error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable',
})
