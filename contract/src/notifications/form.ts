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
export const recipients = {
  send_by_category: z.boolean(),
  categories: z.optional(z.nullable(many(idOrRecord, 1000))),
  partners: z.optional(z.nullable(many(idOrRecord))),
}
type Recipients = z.infer<z.ZodMiniObject<typeof recipients>>
/** The link of a message without another target. */
export const NOTIFICATION_LINK = '/app/notifications'

/** Runs also when other fields are invalid, so that all errors are in one response. */
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null
/** A list that is rejected as too long is not reported as empty. */
const isEmpty = (list: unknown[] | null | undefined) => (list ?? []).length === 0

/** The fields of a notification's texts. */
export const notificationFields = {
  subject: {
    kind: 'text',
    label: { cnr: 'Naslov', en: 'Subject' },
    ...{ required: true, min: 2, max: 200, searched: true },
  },
  notification_text: {
    kind: 'text',
    label: { cnr: 'Tekst', en: 'Text' },
    ...{ required: true, min: 2, max: 3000, lines: true, searched: true },
  },
} as const satisfies Fields

const fields = {
  ...rulesOf(notificationFields),
  ...recipients,
  /** When it is sent; at once when absent. */
  send_at: optionalMoment,
}
const rules = [
  z.refine<Recipients>((form) => form.send_by_category !== true || !isEmpty(form.categories), {
    ...{ path: ['categories'], message: 'notifications.validation_categories', when: isObject },
  }),
  z.refine<Recipients>((form) => form.send_by_category !== false || !isEmpty(form.partners), {
    ...{ path: ['partners'], message: 'notifications.validation_partners', when: isObject },
  }),
  z.refine<{ subject: string; notification_text: string }>(
    (form) => fitsPush(form.subject, form.notification_text, NOTIFICATION_LINK),
    { path: ['notification_text'], message: 'validation.push_too_long' },
  ),
] as const
/** The form's input; only the list that `send_by_category` selects is used. */
export const notificationCreate = z.strictObject(fields).check(...rules)
/** The same for a scheduled one. */
export const notificationUpdate = z.strictObject({ ...fields, version }).check(...rules)
