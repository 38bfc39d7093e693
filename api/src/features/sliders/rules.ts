import type { SentValue } from '@kontor/contract/lib/resources/values'
import { sliderFields } from '@kontor/contract/sliders/form'
import {
  hasField,
  type SliderField,
  type SliderType,
  sliderTypeOf,
  sliderTypes,
} from '@kontor/contract/sliders/kinds'
import { type CurrentUser, requirePermission } from '../../lib/auth/guard.ts'
import { inputColumns } from '../../lib/resources/field-columns.ts'
import { richText } from '../../lib/storage/rich-text.ts'

type Texts = { [K in keyof typeof sliderFields]: SentValue<(typeof sliderFields)[K]> }

/** The content of a form, multipart or JSON. */
export interface SliderDraft extends Texts {
  type: SliderType
  welcomeMessage: string | null
  product_id?: number | null | undefined
  dates?: string[] | null | undefined
  push_notification?: boolean | undefined
  visible_from?: string | null | undefined
  visible_until?: string | null | undefined
}

/** The slider's own columns; fields that its type lacks are null. */
export async function sliderColumns(draft: SliderDraft) {
  const { type } = draft
  const lacks = (field: string) => someHave(field) && !hasField(type, field)
  const welcome_message = draft.welcome_message ?? draft.welcomeMessage ?? null
  const texts = inputColumns(sliderFields, { ...draft, welcome_message })
  const html = lacks('page_content') ? null : texts.page_content
  return {
    ...texts,
    ...Object.fromEntries(
      Object.keys(texts)
        .filter(lacks)
        .map((field) => [field, null]),
    ),
    page_content: html ? (await richText())(html) : null,
    type,
    product_id: lacks('product_id') ? null : (draft.product_id ?? null),
    // Omitted times are not changed.
    ...(draft.visible_from !== undefined && { visible_from: draft.visible_from }),
    ...(draft.visible_until !== undefined && { visible_until: draft.visible_until }),
  }
}

/** The non-empty fields in the input that the slider's type lacks. A whole form ignores them. */
export const notOfType = ({ type }: Values, named: Values) =>
  Object.fromEntries(
    Object.entries(named)
      .filter(([field, value]) => someHave(field) && !hasField(sliderTypeOf(type), field) && !isEmpty(value))
      .map(([field]) => [field, ['validation.slider_field']]),
  )
type Values = Readonly<Record<string, unknown>>
const someHave = (field: string): field is SliderField =>
  Object.values(sliderTypes).some(({ fields }) => fields.some((one) => one === field))
const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0)

/** The days of a Seminar in order; none for other types. */
export const datesOf = ({ type, dates }: SliderDraft) =>
  hasField(type, 'dates') ? [...(dates ?? [])].sort() : []

/** The push message of a slider before the change. */
interface Pushed {
  is_push_due: boolean
  notification_text: string | null
}

/** Throws 403 for a new or changed push message without the permission to send; an existing one is kept. */
export function requireSend(user: CurrentUser, draft: SliderDraft, before?: Pushed) {
  const isDue = before?.is_push_due === true
  const isSame = isDue && before.notification_text === draft.notification_text
  if ((wantsPush(draft) ?? isDue) && !isSame) requirePermission(user, 'sliders.send')
}

/** Whether the form requests a push message. */
export const isPushed = ({ type, push_notification }: SliderDraft) =>
  hasField(type, 'push_notification') && push_notification === true

/** Whether the form requests a push message; undefined when it does not say, and the stored state is kept. */
export const wantsPush = (draft: SliderDraft) =>
  draft.push_notification === undefined && hasField(draft.type, 'push_notification')
    ? undefined
    : isPushed(draft)
