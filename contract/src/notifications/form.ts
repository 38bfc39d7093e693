// The fields and states of a notification.
import * as z from 'zod/mini'
import { idOrRecord, many, version } from '../lib/fields/fields.ts'
import { optionalMoment } from '../lib/fields/moments.ts'
import { fitsPush } from '../lib/http/push.ts'
import { keysOf } from '../lib/lists/keys.ts'
import type { Fields } from '../lib/resources/fields.ts'
import { rulesOf } from '../lib/resources/rules.ts'

export const notificationStates = {
  sent: { cnr: 'Poslata', en: 'Sent' },
  scheduled: { cnr: 'Zakazana', en: 'Scheduled' },
  cancelled: { cnr: 'Otkazana', en: 'Cancelled' },
} as const
export type NotificationState = keyof typeof notificationStates
export const stateNames = keysOf(notificationStates)

/** The kinds of recipients. */
const recipients = {
  send_by_category: z.boolean(),
  categories: z.optional(z.nullable(many(idOrRecord, 1000))),
  partners: z.optional(z.nullable(many(idOrRecord))),
}
type Recipients = z.infer<z.ZodMiniObject<typeof recipients>>

/** What a notification opens in the partners' app: at most one of these records. */
const openedFields = {
  slider_id: { kind: 'reference', to: 'sliders', label: { cnr: 'Otvara slajder', en: 'Opens slider' } },
  product_id: { kind: 'reference', to: 'products', label: { cnr: 'Otvara proizvod', en: 'Opens product' } },
  campaign_id: {
    kind: 'reference',
    to: 'campaigns',
    label: { cnr: 'Otvara kampanju', en: 'Opens campaign' },
  },
} as const satisfies Fields
type OpenedField = keyof typeof openedFields
/** The ids of the records that a notification opens; absent or null where it opens none of the kind. */
export type Opened = { [K in OpenedField]?: number | null | undefined }

/** Kinds of what it opens: the field, and the path of its page in the partners' app. */
export const openedKinds = {
  slider: { field: 'slider_id', path: '/app/sliders' },
  product: { field: 'product_id', path: '/app/catalogue/products' },
  campaign: { field: 'campaign_id', path: '/app/campaigns' },
} as const satisfies Record<string, { field: OpenedField; path: string }>
export type OpenedKind = keyof typeof openedKinds
export const openedKindNames = keysOf(openedKinds)

/** The kind and id of the record that a notification opens; undefined when it opens none. */
export function openedBy(opened: Opened) {
  for (const kind of openedKindNames) {
    const id = opened[openedKinds[kind].field]
    if (id) return { kind, id }
  }
  return undefined
}

/** The link of a message: the record that it opens, else the inbox. */
export function linkOf(opened: Opened) {
  const record = openedBy(opened)
  return record ? `${openedKinds[record.kind].path}/${record.id}` : '/app/notifications'
}

/** The path of the same in the office, for a test. */
export function officeLinkOf(opened: Opened) {
  const record = openedBy(opened)
  if (!record) return '/notifications'
  const { kind, id } = record
  return kind === 'campaign' ? `/campaigns/${id}` : `/${kind}s?f.id=${id}&row=${id}`
}

/** Runs also when other fields are invalid, so that all errors are in one response. */
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null
/** A list that is rejected as too long is not reported as empty. */
const isEmpty = (list: unknown[] | null | undefined) => (list ?? []).length === 0

/** The texts of a notification. */
const textFields = {
  subject: {
    kind: 'text',
    label: { cnr: 'Naslov', en: 'Subject' },
    required: true,
    min: 2,
    max: 200,
    searched: true,
  },
  notification_text: {
    kind: 'text',
    label: { cnr: 'Tekst', en: 'Text' },
    required: true,
    min: 2,
    max: 3000,
    lines: true,
    searched: true,
  },
} as const satisfies Fields
/** The fields of a notification: its texts, and what it opens. */
export const notificationFields = { ...textFields, ...openedFields } as const satisfies Fields

const openedRules = rulesOf(openedFields)
const opensOne = z.refine<Opened>(
  (form) => openedKindNames.filter((kind) => form[openedKinds[kind].field]).length <= 1,
  { path: ['slider_id'], message: 'validation.opens_one', when: isObject },
)
/** Who gets a notification, and what it opens. */
export const recipientsAndOpened = z.strictObject({ ...recipients, ...openedRules }).check(opensOne)

/** Whether the message fits with each of these links. */
const fitsWith = (...links: ((opened: Opened) => string)[]) =>
  z.refine<Opened & { subject: string; notification_text: string }>(
    (form) => links.every((link) => fitsPush(form.subject, form.notification_text, link(form))),
    { path: ['notification_text'], message: 'validation.push_too_long' },
  )

const contentRules = rulesOf(notificationFields)
/** The content of a test. Its link into the office may be longer than that of the notification. */
export const notificationTest = z.strictObject(contentRules).check(opensOne, fitsWith(linkOf, officeLinkOf))

const fields = {
  ...contentRules,
  ...recipients,
  /** When it is sent; at once when absent. */
  send_at: optionalMoment,
}
const rules = [
  z.refine<Recipients>((form) => form.send_by_category !== true || !isEmpty(form.categories), {
    path: ['categories'],
    message: 'notifications.validation_categories',
    when: isObject,
  }),
  z.refine<Recipients>((form) => form.send_by_category !== false || !isEmpty(form.partners), {
    path: ['partners'],
    message: 'notifications.validation_partners',
    when: isObject,
  }),
  opensOne,
  fitsWith(linkOf),
] as const
/** The form's input; only the list that `send_by_category` selects is used. */
export const notificationCreate = z.strictObject(fields).check(...rules)
/** The form's input for a scheduled notification, with its version. */
export const notificationUpdate = z.strictObject({ ...fields, version }).check(...rules)
