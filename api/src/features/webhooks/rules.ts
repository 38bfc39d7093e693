import { can, exportPermission } from '@kontor/contract/lib/http/permissions'
import { PING, type WebhookEvent, webhookEventNames, webhookEvents } from '@kontor/contract/webhooks/events'
import { type CurrentUser, requirePermission } from '../../lib/auth/guard.ts'

/** Throws 403 without the permissions to see all data of these events: a webhook must not circumvent permissions. */
export function requireEvents(user: CurrentUser, events: readonly (WebhookEvent | typeof PING)[]) {
  for (const event of events)
    if (event !== PING)
      for (const permission of webhookEvents[event].permission) requirePermission(user, permission)
}

/** The events whose data the user may see completely, and for a file also export. */
export const seenEvents = ({ permissions }: Pick<CurrentUser, 'permissions'>, isFile = false) =>
  webhookEventNames.filter((event) =>
    webhookEvents[event].permission.every(
      (permission) =>
        permissions.has(permission) && (!isFile || can(permissions, exportPermission(permission))),
    ),
  )

/** Seconds until the next attempt: doubled after each, from 5 s to two hours, with jitter. */
export const secondsUntilNext = (attempts: number, random = Math.random()) =>
  Math.min(5 * 2 ** (attempts - 1), 7200) * (1 + random / 4)

/** No wait is longer than this many seconds. */
export const LONGEST_WAIT = 3 * 3600

/**
 * Seconds for which a webhook is paused after this many consecutive failures, so that not every pending event is tried.
 */
export const pauseSeconds = (failures: number) => Math.min(2 ** (failures - 1), 60)

/** Whether a status means that the event was delivered. */
export const isTaken = (status: number | null) => status !== null && status >= 200 && status < 300

/** Whether a status means that the receiver is gone for good (410). */
export const isGone = (status: number | null) => status === 410
