import * as z from 'zod/mini'
import type {} from '../lib/http/events.ts'

declare module '../lib/http/events.ts' {
  interface EventTypes {
    /** A slider has changed, or who has signed up for it or ordered of it. */
    sliders: { id: number }
  }
}

/** The types and the fields that each has beside those of all: name, type, main picture and categories. */
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
export const [SLIKA, PROMOCIJA, SEMINAR, OBUKA] = [1, 2, 3, 4] as const

/** What partners call the type: to them a picture without more is simply news. */
export const partnerTypeLabel = (type: SliderType) =>
  type === SLIKA ? { cnr: 'Novost', en: 'News' } : sliderTypes[type].label

/** The type that a form's text means. */
export const sliderTypeOf = (text: unknown) =>
  ([SLIKA, PROMOCIJA, SEMINAR, OBUKA] as const).find((type) => String(type) === String(text))

/** A field that some types have and others do not. */
export type SliderField = (typeof sliderTypes)[SliderType]['fields'][number]
export const hasField = (type: SliderType | undefined, field: SliderField) =>
  type !== undefined && sliderTypes[type].fields.some((one) => one === field)

/** Whether partners see a slider that is active. */
export const sliderStates = {
  visible: { cnr: 'Vidljiv', en: 'Visible' },
  scheduled: { cnr: 'Zakazan', en: 'Scheduled' },
  ended: { cnr: 'Istekao', en: 'Ended' },
  hidden: { cnr: 'Skriven', en: 'Hidden' },
} as const
export type SliderState = keyof typeof sliderStates

/** Most days of a Seminar. */
export const MAX_DATES = 366

export const sliderType = z.literal([1, 2, 3, 4], 'validation.slider_type')
