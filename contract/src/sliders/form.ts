import * as z from 'zod/mini'
import {
  day,
  flagText,
  id,
  idOrRecord,
  idText,
  optionalLines,
  textOrNone,
  version,
  versionText,
} from '../lib/fields/fields.ts'
import { momentText, optionalMoment } from '../lib/fields/moments.ts'
import { jsonText } from '../lib/lists/json-text.ts'
import { type Fields, nameField } from '../lib/resources/fields.ts'
import { rulesOf } from '../lib/resources/rules.ts'
import { isWebAddress, isYouTube, MAX_ADDRESS } from '../lib/text/web-address.ts'
import { IMAGE, MAX_DATES, PROMOTION, SEMINAR, type SliderType, sliderType, TRAINING } from './kinds.ts'

/** Maximum characters of texts. */
const MAX_PAGE_CONTENT = 100_000
export const MAX_TEXT = 1000

/** The parsed form, multipart or JSON. Fields of other types are ignored and removed. */
interface Draft {
  type?: SliderType | undefined
  categories?: number[] | undefined
  dates?: string[] | null | undefined
  url?: string | null | undefined
  notification_text?: string | null | undefined
  push_notification?: boolean | undefined
  product_id?: number | null | undefined
  visible_from?: string | null | undefined
  visible_until?: string | null | undefined
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null
/** A rule over several fields. It runs independently of the others, so that all errors are in one response. */
const rule = (field: keyof Draft, message: string, passes: (draft: Draft) => boolean) =>
  z.refine<Draft>(passes, {
    path: [field],
    message,
    when: ({ value, issues }) => isObject(value) && issues.every(({ path }) => path?.[0] !== field),
  })

const rules = [
  rule('categories', 'validation.slider_category', ({ categories = [] }) => categories.length > 0),
  rule('dates', 'validation.slider_dates', ({ type, dates }) => type !== SEMINAR || !!dates?.length),
  rule(
    'dates',
    'validation.same_dates',
    ({ type, dates }) => type !== SEMINAR || new Set(dates).size === dates?.length,
  ),
  rule('url', 'validation.field', ({ type, url }) => type !== TRAINING || !!url),
  rule('url', 'validation.youtube', ({ type, url }) => type !== TRAINING || !url || isYouTube(url)),
  rule('url', 'validation.url', ({ type, url }) => type !== IMAGE || !url || isWebAddress(url)),
  rule('product_id', 'validation.field', ({ type, product_id }) => type !== PROMOTION || !!product_id),
  rule(
    'visible_until',
    'validation.moment_order',
    ({ visible_from, visible_until }) => !visible_from || !visible_until || visible_from < visible_until,
  ),
  rule(
    'notification_text',
    'validation.field',
    ({ type, push_notification, notification_text }) =>
      !push_notification || (type !== PROMOTION && type !== SEMINAR) || !!notification_text,
  ),
] as const

/** The text fields of a slider. Those that its type lacks are null. */
export const sliderFields = {
  name: { ...nameField, short: 'validation.slider_name' },
  page_content: {
    kind: 'text',
    label: { cnr: 'Sadržaj', en: 'Content' },
    max: MAX_PAGE_CONTENT,
    lines: true,
    unlisted: true,
  },
  notification_text: {
    kind: 'text',
    label: { cnr: 'Tekst notifikacije', en: 'Notification text' },
    max: MAX_TEXT,
    lines: true,
    unlisted: true,
  },
  url: { kind: 'text', label: { cnr: 'Adresa', en: 'Address' }, max: MAX_ADDRESS, unlisted: true },
  welcome_message: {
    kind: 'text',
    label: { cnr: 'Poruka dobrodošlice', en: 'Welcome message' },
    max: MAX_TEXT,
    lines: true,
    unlisted: true,
  },
} as const satisfies Fields

const ofFields = rulesOf(sliderFields)
export const sliderName = ofFields.name
/** Fields that old clients send under another name. */
const legacy = { welcomeMessage: optionalLines(MAX_TEXT) }
export const legacyNames = { welcome_message: 'welcomeMessage' } as const
const days = z.array(day).check(z.maxLength(MAX_DATES, 'validation.too_many_dates'))
const categoryIds = z
  .array(idOrRecord, 'validation.slider_category')
  .check(z.maxLength(500, 'validation.too_many'))

const typeOfText = { 1: IMAGE, 2: PROMOTION, 3: SEMINAR, 4: TRAINING } as const

const formFields = {
  ...ofFields,
  ...legacy,
  type: z.pipe(
    z.enum(['1', '2', '3', '4'], 'validation.slider_type'),
    z.transform((text) => typeOfText[text]),
  ),
  categories: jsonText(categoryIds),
  dates: z.pipe(textOrNone, jsonText(days)),
  product_id: z.pipe(textOrNone, z.optional(idText)),
  push_notification: flagText,
  visible_from: momentText,
  visible_until: momentText,
}
/** The multipart form that adds a slider: lists are JSON text. Only the fields of its type are used. */
export const sliderCreate = z.strictObject(formFields).check(...rules)
/** The form that changes a slider; `remove` deletes the additional picture. */
export const sliderUpdate = z
  .strictObject({ ...formFields, remove: flagText, version: versionText })
  .check(...rules)

const bodyFields = {
  ...ofFields,
  type: sliderType,
  categories: categoryIds,
  dates: z.optional(z.nullable(days)),
  product_id: z.optional(z.nullable(id)),
  push_notification: z.optional(z.boolean()),
  visible_from: optionalMoment,
  visible_until: optionalMoment,
  remove: z.optional(z.boolean()),
  version,
}
/** The input of the edit form as JSON; pictures are not changed. */
export const sliderBody = z.strictObject({ ...bodyFields, ...legacy }).check(...rules)
/** {@link sliderBody} without legacy names. */
export const sliderPatch = z.strictObject(bodyFields).check(...rules)
