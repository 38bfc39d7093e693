// What a notification holds as it is written, and the states that it goes through.
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

/** Whom it is for. */
export const recipients = {
  send_by_category: z.boolean(),
  categories: z.optional(z.nullable(many(idOrRecord, 1000))),
  partners: z.optional(z.nullable(many(idOrRecord))),
}
type Recipients = z.infer<z.ZodMiniObject<typeof recipients>>
/** Where a message leads that is only about itself. */
export const NOTIFICATION_LINK = '/app/notifications'

/** Judged also while other fields are wrong, so that all are told at once. */
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null
/** A list that is refused as too long is not one of nobody. */
const isEmpty = (list: unknown[] | null | undefined) => (list ?? []).length === 0

/** What a notification says. */
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
  /** When it is sent; at once without. */
  send_at: optionalMoment,
}
const rules = [
  z.refine<Recipients>((given) => given.send_by_category !== true || !isEmpty(given.categories), {
    ...{ path: ['categories'], message: 'notifications.validation_categories', when: isObject },
  }),
  z.refine<Recipients>((given) => given.send_by_category !== false || !isEmpty(given.partners), {
    ...{ path: ['partners'], message: 'notifications.validation_partners', when: isObject },
  }),
  z.refine<{ subject: string; notification_text: string }>(
    (given) => fitsPush(given.subject, given.notification_text, NOTIFICATION_LINK),
    { path: ['notification_text'], message: 'validation.push_too_long' },
  ),
] as const
/** What the form sends; only the list that `send_by_category` names counts. */
export const notificationCreate = z.strictObject(fields).check(...rules)
/** The same for one that waits for its moment. */
export const notificationUpdate = z.strictObject({ ...fields, version }).check(...rules)
