import { PING, type WebhookEvent, webhookEventNames, webhookEvents } from '@kontor/contract/webhooks/events'
import { requirePermission, type SignedIn } from '../../lib/auth/guard.ts'

/** Throws 403 without the permissions to see all that these events contain: a webhook must not be a way around them. */
export function requireEvents(user: SignedIn, events: readonly (WebhookEvent | typeof PING)[]) {
  for (const event of events)
    if (event !== PING) for (const right of webhookEvents[event].permission) requirePermission(user, right)
}

/** The events whose whole contents the user may see. */
export const seenEvents = ({ rights }: Pick<SignedIn, 'rights'>) =>
  webhookEventNames.filter((event) => webhookEvents[event].permission.every((right) => rights.has(right)))

/** Twice as long after each attempt, from 5 s to two hours and never all at once. */
export const secondsUntilNext = (attempts: number, random = Math.random()) =>
  Math.min(5 * 2 ** (attempts - 1), 7200) * (1 + random / 4)

/** How long an address is left alone that has failed so often in a row: it is not asked once for each of a thousand. */
export const secondsOfRest = (failures: number) => Math.min(2 ** (failures - 1), 60)

/** What answers so is taken for delivered. */
export const isTaken = (status: number | null) => status !== null && status >= 200 && status < 300

/** Whether a status means that the receiver is gone for good (410). */
export const isGone = (status: number | null) => status === 410
