import * as z from 'zod/mini'
import { idParams, moment, version } from './lib/fields/fields.ts'
import { patchOf } from './lib/http/patch.ts'
import {
  type DeliveryError,
  deliveryErrors,
  deliveryStatuses,
  type Platform,
  platforms,
} from './lib/http/push.ts'
import { route } from './lib/http/route.ts'
import {
  commonColumns,
  LIST_OR_FILE,
  listBody,
  listQuery,
  optional,
  optionsOf,
  PAGE_OR_FILE,
  paged,
  pickBody,
  recordRef,
} from './lib/lists/list.ts'
import { recordList } from './lib/lists/record-list.ts'
import { columnsOf, searchedOf } from './lib/resources/columns.ts'
import { rowShapeOf } from './lib/resources/rules.ts'
import type { Locale, LocalizedText } from './lib/text/locales.ts'
import {
  notificationCreate,
  notificationFields,
  notificationStates,
  notificationTest,
  notificationUpdate,
  recipientsAndOpened,
  stateNames,
} from './notifications/form.ts'
import { partnerChoice, partnerNoun } from './partners/choice.ts'

declare module './lib/http/events.ts' {
  interface EventTypes {
    /** A scheduled notification was sent. */
    notifications: { id: number }
  }
}

/** The result of a notification: numbers of recipients and readers, and of devices by delivery status. */
const notificationSent = z.object({
  users: z.int(),
  read: z.int(),
  devices: z.int(),
  accepted: z.int(),
  /** Not reached, or no longer registered. */
  failed: z.int(),
  removed: z.int(),
  /** Only written to the log, because no sender is configured. */
  logged: z.int(),
  pending: z.int(),
})
export type NotificationSent = z.infer<typeof notificationSent>

export const notification = z.object({
  id: z.int(),
  ...rowShapeOf(notificationFields),
  send_by_category: z.boolean(),
  categories: z.array(recordRef),
  /** The first thousand by name, as in `partner_names`. */
  partners: z.array(recordRef),
  category_names: z.string(),
  partner_names: z.string(),
  state: z.enum(stateNames),
  /** The time for which it is or was scheduled; null when it was sent at once. */
  send_at: z.nullable(moment),
  /** Sent noticeably later than scheduled, because no server was running. */
  is_late: z.boolean(),
  sent: notificationSent,
  version: z.int(),
  user: recordRef,
  updated_at: moment,
})
export type Notification = z.infer<typeof notification>

const notificationWithRetryable = z.extend(notification, {
  /** Number of devices that sending it again would try. */
  retryable: z.int(),
})

/** Fifty thousand ids, as many partners as a campaign can have, and the texts. */
const MAX_RECIPIENTS_BYTES = 1024 * 1024
/** Maximum partners that a notification's row names; the list of its deliveries has all. */
export const PARTNERS_NAMED = 1000
const { subject, notification_text, ...opened } = notificationFields
export const notificationList = recordList({
  name: 'notifications',
  noun: {
    cnr: {
      gender: 'f',
      title: 'Push Notifikacije',
      one: 'Notifikacija',
      accusative: 'notifikaciju',
      few: 'notifikacije',
      other: 'notifikacija',
    },
    en: { title: 'Push notifications', one: 'Notification', other: 'notifications' },
    add: { cnr: 'Nova notifikacija', en: 'New notification' },
    empty_hint: {
      cnr: 'Pošaljite prvu: stiže na uređaje partnera i u njihovo sanduče.',
      en: 'Send the first one: it goes to the partners’ devices and inbox.',
    },
  },
  columns: {
    updated_at: { ...commonColumns.updated_at, label: { cnr: 'Datum', en: 'Date' } },
    ...columnsOf({ subject, notification_text }),
    category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text', sort: false },
    partner_names: { label: { cnr: 'Partneri', en: 'Partners' }, filter: 'text', sort: false },
    ...optional(columnsOf(opened)),
    state: {
      optional: true,
      label: { cnr: 'Stanje', en: 'State' },
      filter: 'choice',
      options: stateNames.map((value) => ({ value, label: notificationStates[value] })),
    },
    send_at: { label: { cnr: 'Zakazana za', en: 'Scheduled for' }, filter: 'day', optional: true },
    sent: { label: { cnr: 'Isporuka', en: 'Delivery' }, sort: false },
    user: { label: { cnr: 'Poslao', en: 'Sent by' }, filter: 'text', optional: true },
  },
  search: searchedOf(notificationFields),
  sort: { by: 'updated_at', desc: true },
  sizes: [10, 20, 30, 50, 100],
})

/** A recipient of a notification; the inactive ones get nothing. */
const chosenRecord = z.extend(recordRef, { is_active: z.boolean() })

const see = { audience: 'staff', permission: 'notifications.see' } as const
const send = { audience: 'staff', permission: 'notifications.send' } as const

const update = route({
  method: 'PUT',
  path: '/api/notifications/:id',
  ...send,
  summary: 'Update scheduled notification',
  description: 'With `send_at` null it is sent at once.',
  params: idParams,
  body: notificationUpdate,
  bodyBytes: MAX_RECIPIENTS_BYTES,
  response: notification,
})

/** Maximum tests of a user in an hour. */
export const MAX_TESTS_PER_HOUR = 20

/** The partners that can be chosen. */
export const notificationPartnerList = recordList({
  name: 'partners',
  noun: partnerNoun,
  columns: {
    id: { ...commonColumns.id, label: { cnr: 'Šifra', en: 'Code' } },
    name: commonColumns.name,
    city: { label: { cnr: 'Grad', en: 'City' }, filter: 'text', at: ['city', 'name'] },
    category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text' },
    devices: { label: { cnr: 'Uređaji', en: 'Devices' }, filter: 'number' },
  },
  search: ['id', 'name', 'city', 'category_names'],
  sort: { by: 'name', desc: false },
})

/** The routes of the picker. */
const reachable = {
  path: '/api/getPartnersForAddNotificationChooseDialog',
  audience: 'staff',
  permission: 'notifications.send',
} as const
const reachablePartner = z.extend(partnerChoice, { devices: z.int() })

export const platformLabels = {
  android: { cnr: 'Android', en: 'Android' },
  ios: { cnr: 'iPhone', en: 'iPhone' },
  web: { cnr: 'Pregledač', en: 'Browser' },
} as const satisfies Record<Platform, LocalizedText>

export const deliveryStatusLabels = {
  accepted: { cnr: 'Stiglo', en: 'Delivered' },
  pending: { cnr: 'Na čekanju', en: 'Waiting' },
  failed: { cnr: 'Nije uspjelo', en: 'Failed' },
  removed: { cnr: 'Uređaj uklonjen', en: 'Device removed' },
  logged: { cnr: 'Samo zabilježeno', en: 'Logged only' },
  no_device: { cnr: 'Bez uređaja', en: 'No device' },
} as const satisfies Record<NotificationDelivery['status'], LocalizedText>

export const deliveryErrorLabels = {
  unregistered: { cnr: 'aplikacije više nema na uređaju', en: 'the app is no longer on the device' },
  signed_out: { cnr: 'korisnik se odjavio', en: 'the user has signed out' },
  inactive: { cnr: 'korisnik nije aktivan', en: 'the user is inactive' },
  timeout: { cnr: 'servis ne odgovara', en: 'the service is not responding' },
  unreachable: { cnr: 'servis nije dostupan', en: 'the service is unavailable' },
  busy: { cnr: 'servis je preopterećen', en: 'the service is overloaded' },
  credentials: { cnr: 'pristup servisu je odbijen', en: 'the service denied access' },
  rejected: { cnr: 'servis je odbio notifikaciju', en: 'the service rejected the notification' },
  expired: { cnr: 'nije uspjelo za šest sati', en: 'not sent within six hours' },
} as const satisfies Record<DeliveryError, LocalizedText>

/** The result on a device in words, with the reason of a failure. */
export function deliveryStatusText(
  { status, error }: Pick<NotificationDelivery, 'status' | 'error'>,
  locale: Locale,
) {
  const label = deliveryStatusLabels[status][locale]
  return error ? `${label}: ${deliveryErrorLabels[error][locale]}` : label
}

/** A recipient's device and its delivery status; a user without a device has a row too. */
const notificationDelivery = z.object({
  id: z.int(),
  partner: recordRef,
  user: z.string(),
  platform: z.nullable(z.enum(platforms)),
  status: z.enum([...deliveryStatuses, 'no_device']),
  error: z.nullable(z.enum(deliveryErrors)),
  attempts: z.int(),
  updated_at: z.nullable(moment),
  read_at: z.nullable(moment),
})
export type NotificationDelivery = z.infer<typeof notificationDelivery>

export const notificationDeliveryList = recordList({
  name: 'notificationDeliveries',
  noun: {
    cnr: { gender: 'm', title: 'Primaoci', one: 'Primalac', other: 'primalaca' },
    en: { title: 'Recipients', one: 'Recipient' },
    empty: { cnr: 'Nema primalaca', en: 'No recipients' },
    empty_hint: {
      cnr: 'Nijedan od izabranih partnera tada nije imao aktivnog korisnika.',
      en: 'None of the selected partners had an active user at that time.',
    },
  },
  columns: {
    partner: { label: { cnr: 'Partner', en: 'Partner' }, filter: 'text' },
    user: { label: { cnr: 'Korisnik', en: 'User' }, filter: 'text' },
    platform: { label: { cnr: 'Uređaj', en: 'Device' }, options: optionsOf(platformLabels) },
    status: { label: { cnr: 'Ishod', en: 'Result' }, options: optionsOf(deliveryStatusLabels) },
    updated_at: { label: { cnr: 'Vrijeme', en: 'Time' }, filter: 'day' },
    read_at: { label: { cnr: 'Pročitano', en: 'Read' }, filter: 'day' },
  },
  search: ['partner', 'user'],
  sort: { by: 'partner', desc: false },
  sizes: [10, 20, 30, 50, 100],
})

export const notifications = {
  all: route({
    method: 'GET',
    path: '/api/notifications',
    ...see,
    summary: 'List notifications',
    description: `The newest come first. ${LIST_OR_FILE}`,
    query: listQuery(notificationList),
    response: z.array(notification),
  }),
  index: route({
    method: 'POST',
    path: '/api/notifications/index',
    ...see,
    summary: 'Search notifications',
    description: PAGE_OR_FILE,
    body: listBody(notificationList),
    response: paged(notification),
  }),
  one: route({
    method: 'GET',
    path: '/api/notifications/:id',
    ...see,
    summary: 'Get notification',
    description: 'Includes the results of its delivery so far.',
    params: idParams,
    response: notificationWithRetryable,
  }),
  create: route({
    method: 'POST',
    path: '/api/notifications',
    ...send,
    summary: 'Create notification',
    description:
      'Sends it at once or at `send_at`. Returns within a few seconds, with 491 and the notification if some devices were not reached.',
    body: notificationCreate,
    bodyBytes: MAX_RECIPIENTS_BYTES,
    response: notification,
    creates: true,
    idempotent: 'optional',
  }),
  update,
  patch: patchOf(update, '/api/notifications/:id', notificationUpdate),
  send: route({
    method: 'POST',
    path: '/api/notifications/send/:id',
    ...send,
    summary: 'Send scheduled notification now',
    description: 'Responds like the creation of a notification.',
    params: idParams,
    body: z.optional(z.nullable(z.strictObject({ version }))),
    response: notification,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/notifications/cancel/:id',
    ...send,
    summary: 'Cancel scheduled notification',
    description: 'It is never sent.',
    params: idParams,
    body: z.optional(z.nullable(z.strictObject({ version }))),
    response: notification,
  }),
  chosen: route({
    method: 'GET',
    path: '/api/notifications/chosen/:id',
    ...send,
    summary: 'List recipients chosen for notification',
    description:
      'Only for a scheduled notification. Returns all chosen categories and partners, and what it opens if that is active.',
    params: idParams,
    response: z.object({
      categories: z.array(chosenRecord),
      partners: z.array(chosenRecord),
      slider: z.optional(recordRef),
      product: z.optional(recordRef),
      campaign: z.optional(recordRef),
    }),
  }),
  test: route({
    method: 'POST',
    path: '/api/notifications/test',
    ...send,
    summary: 'Send test notification',
    description:
      'Sends it only to the caller’s own devices, at most 20 times an hour (429). It is not added to the notifications; the response counts the devices by result.',
    body: notificationTest,
    response: notificationSent,
  }),
  resend: route({
    method: 'POST',
    path: '/api/notifications/resend/:id',
    ...send,
    summary: 'Resend notification to failed devices',
    description:
      'Responds like the creation of a notification; 491 is about the devices that were tried again.',
    params: idParams,
    response: notification,
  }),
  recipients: route({
    method: 'POST',
    path: '/api/notifications/recipients',
    ...send,
    summary: 'Count notification recipients',
    description: 'Counts the partners, users and devices that it would reach now.',
    body: recipientsAndOpened,
    bodyBytes: MAX_RECIPIENTS_BYTES,
    response: z.object({
      partners: z.int(),
      /** Of these, the partners that do not see what it opens now; absent when it opens nothing. */
      partners_without_access: z.optional(z.int()),
      users: z.int(),
      devices: z.int(),
      /** Devices of these recipients that use FCM. */
      phones: z.int(),
      /** False while FCM is not configured: messages to phones are then only logged. */
      reaches_phones: z.boolean(),
    }),
  }),
  partners: route({
    method: 'GET',
    ...reachable,
    summary: 'List notification partners',
    description: 'Returns the active partners with the number of devices on which each can be reached.',
    response: z.array(reachablePartner),
  }),
  partnersPage: route({
    method: 'POST',
    ...reachable,
    summary: 'Search notification partners',
    description:
      'Returns one page of the active partners with the number of devices on which each can be reached.',
    body: pickBody(notificationPartnerList),
    bodyBytes: 1024 * 1024,
    response: paged(reachablePartner),
  }),
  deliveries: route({
    method: 'POST',
    path: '/api/notifications/deliveries/:id',
    ...see,
    summary: 'Search notification deliveries',
    description: 'Returns one page of the recipients with the result on each of their devices.',
    params: idParams,
    body: listBody(notificationDeliveryList),
    response: paged(notificationDelivery),
  }),
}
