import * as z from 'zod/mini'
import { idParams, moment, text } from '../lib/fields/fields.ts'
import type {} from '../lib/http/events.ts'
import { platforms } from '../lib/http/push.ts'
import { route } from '../lib/http/route.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** The inbox has a new message. */
    notification: { id: number }
  }
}

/** A message of the user's inbox: a notification of the office or a slider's push message. */
export const portalNotification = z.object({
  id: z.int(),
  subject: z.string(),
  notification_text: z.string(),
  /** A path of the partners' app. */
  link: z.nullable(z.string()),
  created_at: moment,
  read_at: z.nullable(moment),
})
export type PortalNotification = z.infer<typeof portalNotification>

const unread = z.object({ unread: z.int() })

export const portalNotifications = {
  all: route({
    method: 'GET',
    path: '/api/app/notifications',
    audience: 'partner',
    summary: 'List own notifications',
    description: 'Returns the newest 100. Titles that Kontor writes are in the language of the call.',
    response: z.array(portalNotification),
  }),
  unread: route({
    method: 'GET',
    path: '/api/app/notifications/unread',
    audience: 'partner',
    summary: 'Count own unread notifications',
    response: unread,
  }),
  read: route({
    method: 'PUT',
    path: '/api/app/notifications/read/:id',
    audience: 'partner',
    summary: 'Mark own notification as read',
    params: idParams,
    response: unread,
  }),
  readAll: route({
    method: 'PUT',
    path: '/api/app/notifications/read',
    audience: 'partner',
    summary: 'Mark all own notifications as read',
    description: 'With `link` only those that open this path.',
    body: z.optional(z.nullable(z.strictObject({ link: z.optional(text({ max: 200 })) }))),
    response: unread,
  }),
}

/** Maximum devices of a user; the ones seen longest ago are removed. */
export const MAX_DEVICES = 20

const ascii = (max: number) => text({ min: 1, max }).check(z.regex(/^[\x21-\x7e]+$/, 'validation.characters'))
const base64url = (bytes: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), 'validation.characters'))

const firebaseToken = z.strictObject({ token: ascii(2000), platform: z.enum(platforms) })
/** The format of `PushSubscription.toJSON()`. */
const subscription = z.strictObject({
  endpoint: ascii(2000),
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
})

const registrationBody = z.union([firebaseToken, subscription])
const removalBody = z.union([
  z.strictObject({ token: ascii(2000) }),
  z.strictObject({ endpoint: ascii(2000) }),
])
const removal = z.object({ removed: z.int() })
const webPushKey = z.object({ public_key: z.string() })

const portalDevice = z.object({
  id: z.int(),
  platform: z.enum(platforms),
  created_at: moment,
  last_seen_at: moment,
})

export const portalDevices = {
  index: route({
    method: 'GET',
    path: '/api/app/user_firebase_tokens',
    audience: 'partner',
    summary: 'List push devices',
    description: 'Returns the caller’s own devices, the last seen first.',
    response: z.array(portalDevice),
  }),
  register: route({
    method: 'POST',
    path: '/api/app/user_firebase_tokens',
    audience: 'partner',
    summary: 'Register push device',
    description:
      'Takes a Firebase token or the subscription of a browser. Can be repeated; a device that was registered for another user is reassigned to the caller. Titles that Kontor writes are sent in the language of this call.',
    body: registrationBody,
    response: portalDevice,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/app/user_firebase_tokens',
    audience: 'partner',
    summary: 'Remove push device',
    description: 'Takes the Firebase token or the endpoint of the subscription. Call it on sign-out.',
    body: removalBody,
    response: removal,
  }),
  webPushKey: route({
    method: 'GET',
    path: '/api/app/user_firebase_tokens/web_push_key',
    audience: 'partner',
    summary: 'Get web push key',
    description: 'The `applicationServerKey` with which a browser subscribes.',
    response: webPushKey,
  }),
}

const own = { audience: 'staff', permission: 'signed-in' } as const
/** Push devices of the staff, which get tests of notifications. */
export const staffDevices = {
  index: route({
    method: 'GET',
    path: '/api/user_firebase_tokens',
    ...own,
    summary: 'List office push devices',
    description:
      'Returns the signed-in user’s own devices, the last seen first. They receive test notifications.',
    response: z.array(portalDevice),
  }),
  register: route({
    method: 'POST',
    path: '/api/user_firebase_tokens',
    ...own,
    summary: 'Register office push device',
    description:
      'The device receives test notifications. Otherwise like the registration of a partner’s device.',
    body: registrationBody,
    response: portalDevice,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/user_firebase_tokens',
    ...own,
    summary: 'Remove office push device',
    description: 'Takes the Firebase token or the endpoint of the subscription.',
    body: removalBody,
    response: removal,
  }),
  webPushKey: route({
    method: 'GET',
    path: '/api/user_firebase_tokens/web_push_key',
    ...own,
    summary: 'Get office web push key',
    description: 'The `applicationServerKey` with which a browser subscribes.',
    response: webPushKey,
  }),
}
