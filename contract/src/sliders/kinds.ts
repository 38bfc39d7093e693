import * as z from 'zod/mini'
import type {} from '../lib/http/events.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** A slider, or its sign-ups or orders, have changed. */
    sliders: { id: number }
  }
}

/** The types with their fields, besides those of all: name, type, main picture and categories. */
export const sliderTypes = {
  1: { label: { cnr: 'Slika', en: 'Image' }, fields: ['url'] },
  2: {
    label: { cnr: 'Promocija', en: 'Promotion' },
    fields: ['page_content', 'wyswygimg', 'push_notification', 'notification_text', 'product_id'],
  },
  3: {
    label: { cnr: 'Seminar', en: 'Seminar' },
    fields: ['page_content', 'wyswygimg', 'push_notification', 'notification_text', 'dates'],
  },
  4: { label: { cnr: 'Obuka', en: 'Training' }, fields: ['url', 'welcome_message'] },
} as const
export type SliderType = keyof typeof sliderTypes
export const IMAGE = 1
export const PROMOTION = 2
export const SEMINAR = 3
export const TRAINING = 4

/** The label of the type for partners: a plain picture is news to them. */
export const partnerTypeLabel = (type: SliderType) =>
  type === IMAGE ? { cnr: 'Novost', en: 'News' } : sliderTypes[type].label

/** The type in a form's text. */
export const sliderTypeOf = (text: unknown) =>
  ([IMAGE, PROMOTION, SEMINAR, TRAINING] as const).find((type) => String(type) === String(text))

/** A field that only some types have. */
export type SliderField = (typeof sliderTypes)[SliderType]['fields'][number]
export const hasField = (type: SliderType | undefined, field: SliderField) =>
  type !== undefined && sliderTypes[type].fields.some((one) => one === field)

/** Whether partners see an active slider. */
export const sliderStates = {
  visible: { cnr: 'Vidljiv', en: 'Visible' },
  scheduled: { cnr: 'Zakazan', en: 'Scheduled' },
  ended: { cnr: 'Istekao', en: 'Ended' },
  hidden: { cnr: 'Skriven', en: 'Hidden' },
} as const
export type SliderState = keyof typeof sliderStates

/** Maximum days of a Seminar. */
export const MAX_DATES = 366

export const sliderType = z.literal([1, 2, 3, 4], 'validation.slider_type')
