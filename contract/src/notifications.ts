import * as z from 'zod/mini'
import { deliveryErrors, deliveryStatuses, fitsPush, platforms } from './kit/api/push.ts'
import { route } from './kit/api/route.ts'
import { idOrRecord, idParams, many, moment, text } from './kit/fields/fields.ts'
import { choice } from './kit/list/choice.ts'
import { commonColumns, list, listBody, listQuery, paged } from './kit/list/list.ts'
import { partnerChoice } from './partners.ts'

/** What came of a notification: how many users have it and read it, and on how many devices it ended how. */
export const notificationSent = z.object({
  users: z.int(),
  read: z.int(),
  devices: z.int(),
  accepted: z.int(),
  /** Not reached, or no longer there. */
  failed: z.int(),
  removed: z.int(),
  /** Only written to the log, for no sender is configured. */
  logged: z.int(),
  pending: z.int(),
})
export type NotificationSent = z.infer<typeof notificationSent>

export const notification = z.object({
  id: z.int(),
  subject: z.string(),
  notification_text: z.string(),
  send_by_category: z.boolean(),
  categories: z.array(choice),
  /** The first thousand by name, as in `partner_names`. */
  partners: z.array(choice),
  category_names: z.string(),
  partner_names: z.string(),
  sent: notificationSent,
  user: choice,
  updated_at: moment,
})
export type Notification = z.infer<typeof notification>

/** Fifty thousand ids, as many partners as a campaign can have, and the texts. */
const MAX_RECIPIENTS_BYTES = 1024 * 1024
/** Most partners of a notification that its row names; the list of its deliveries has all. */
export const PARTNERS_NAMED = 1000
const recipients = {
  send_by_category: z.boolean(),
  categories: z.optional(z.nullable(many(idOrRecord, 1000))),
  partners: z.optional(z.nullable(many(idOrRecord))),
}
type Recipients = z.infer<z.ZodMiniObject<typeof recipients>>
/** Judged also while other fields are wrong, so that all are told at once. */
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null
/** A list that is refused as too long is not one of nobody. */
const isEmpty = (list: unknown[] | null | undefined) => (list ?? []).length === 0

/** What the form sends; only the list that `send_by_category` names counts. */
export const notificationCreate = z
  .strictObject({
    subject: text({ min: 2, max: 200 }),
    notification_text: text({ min: 2, max: 3000, lines: true }),
    ...recipients,
  })
  .check(
    z.refine<Recipients>((given) => given.send_by_category !== true || !isEmpty(given.categories), {
      ...{ path: ['categories'], message: 'notifications.validation_categories', when: isObject },
    }),
    z.refine<Recipients>((given) => given.send_by_category !== false || !isEmpty(given.partners), {
      ...{ path: ['partners'], message: 'notifications.validation_partners', when: isObject },
    }),
    z.refine<{ subject: string; notification_text: string }>(
      (given) => fitsPush(given.subject, given.notification_text, null),
      { path: ['notification_text'], message: 'validation.push_too_long' },
    ),
  )

export const notificationList = list({
  columns: {
    updated_at: { ...commonColumns.updated_at, label: { cnr: 'Datum', en: 'Date' } },
    subject: { label: { cnr: 'Naslov', en: 'Subject' }, filter: 'text' },
    notification_text: { label: { cnr: 'Tekst', en: 'Text' }, filter: 'text' },
    category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text', sort: false },
    partner_names: { label: { cnr: 'Partneri', en: 'Partners' }, filter: 'text', sort: false },
    sent: { label: { cnr: 'Isporuka', en: 'Delivery' }, sort: false },
    user: { label: { cnr: 'Poslao', en: 'Sent by' }, filter: 'text' },
  },
  search: ['subject', 'notification_text'],
  sort: { by: 'updated_at', desc: true },
  sizes: [10, 20, 30, 50, 100],
})

/** The partners that can be chosen. */
export const notificationPartnerList = list({
  columns: {
    id: { ...commonColumns.id, label: { cnr: 'Šifra', en: 'Code' } },
    name: commonColumns.name,
    city: { label: { cnr: 'Grad', en: 'City' }, filter: 'text' },
    category_names: { label: { cnr: 'Kategorije', en: 'Categories' }, filter: 'text' },
    devices: { label: { cnr: 'Uređaji', en: 'Devices' }, filter: 'number' },
  },
  search: ['id', 'name', 'city', 'category_names'],
  sort: { by: 'name', desc: false },
})

/** One recipient's device and what came of it; a user without one has a row too. */
export const notificationDelivery = z.object({
  id: z.int(),
  partner: choice,
  user: z.string(),
  platform: z.nullable(z.enum(platforms)),
  status: z.enum([...deliveryStatuses, 'no_device']),
  error: z.nullable(z.enum(deliveryErrors)),
  attempts: z.int(),
  updated_at: z.nullable(moment),
  read_at: z.nullable(moment),
})
export type NotificationDelivery = z.infer<typeof notificationDelivery>

export const notificationDeliveryList = list({
  columns: {
    partner: { label: { cnr: 'Partner', en: 'Partner' }, filter: 'text' },
    user: { label: { cnr: 'Korisnik', en: 'User' }, filter: 'text' },
    platform: { label: { cnr: 'Uređaj', en: 'Device' } },
    status: { label: { cnr: 'Ishod', en: 'Result' } },
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
    audience: 'staff',
    needs: 'notifications.see',
    summary: 'All notifications, the newest first; with report_data a file of them',
    query: listQuery(notificationList),
    reply: z.array(notification),
  }),
  index: route({
    method: 'POST',
    path: '/api/notifications/index',
    audience: 'staff',
    needs: 'notifications.see',
    summary: 'A page of notifications, or a file of them',
    body: listBody(notificationList),
    reply: paged(notification),
  }),
  one: route({
    method: 'GET',
    path: '/api/notifications/:id',
    audience: 'staff',
    needs: 'notifications.see',
    summary: 'One notification with what came of it so far',
    params: idParams,
    reply: notification,
  }),
  create: route({
    method: 'POST',
    path: '/api/notifications',
    audience: 'staff',
    needs: 'notifications.send',
    summary:
      'Saves a notification and sends it; answers after a few seconds at most, with 491 and the row when some devices were not reached',
    body: notificationCreate,
    bodyBytes: MAX_RECIPIENTS_BYTES,
    reply: notification,
    creates: true,
  }),
  resend: route({
    method: 'POST',
    path: '/api/notifications/resend/:id',
    audience: 'staff',
    needs: 'notifications.send',
    summary: 'Sends a notification once more to the devices that it failed on; answers like the first time',
    params: idParams,
    reply: notification,
  }),
  recipients: route({
    method: 'POST',
    path: '/api/notifications/recipients',
    audience: 'staff',
    needs: 'notifications.send',
    summary: 'How many partners, users and devices a notification would reach now',
    body: z.strictObject(recipients),
    bodyBytes: MAX_RECIPIENTS_BYTES,
    reply: z.object({
      partners: z.int(),
      users: z.int(),
      devices: z.int(),
      /** Devices of these that get it through FCM. */
      phones: z.int(),
      /** False while FCM is not configured: messages to phones are then only logged. */
      reaches_phones: z.boolean(),
    }),
  }),
  partners: route({
    method: 'GET',
    path: '/api/getPartnersForAddNotificationChooseDialog',
    audience: 'staff',
    needs: 'notifications.send',
    summary: 'The active partners with the number of devices that each can be reached on',
    reply: z.array(z.extend(partnerChoice, { devices: z.int() })),
  }),
  deliveries: route({
    method: 'POST',
    path: '/api/notifications/deliveries/:id',
    audience: 'staff',
    needs: 'notifications.see',
    summary: 'A page of the recipients of a notification with the result on each of their devices',
    params: idParams,
    body: listBody(notificationDeliveryList),
    reply: paged(notificationDelivery),
  }),
}
